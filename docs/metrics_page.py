"""The page about metrics, made from the code."""

from __future__ import annotations

from cambio.server.metrics import describe_metrics

_HEAD = """\
# Metrics

What `/metrics` tells Prometheus; nothing in it is about anybody's cards. Made from `src/cambio/server/metrics.py`.
[OPERATING.md](OPERATING.md) says how to watch a server; a dashboard for Grafana is in
[deploy/grafana](../deploy/grafana/cambio.json), and alerts are in [deploy/prometheus](../deploy/prometheus/alerts.yml).

| name | type | meaning | what is normal |
|---|---|---|---|
"""
_END = """
A histogram has `_bucket{le}`, `_sum` and `_count`. The value of `code` is that of the refusal or the `bye` in
[PROTOCOL.md](PROTOCOL.md); `status` is `2xx` to `5xx`; `kind` is `sessions`, `guests`, `tables`, `entries`, `codes`,
`rounds` or `workers`.
"""


def page() -> str:
    lines = []
    for each in describe_metrics():
        labels = f"{{{','.join(each.labels)}}}" if each.labels else ""
        lines.append(f"| `{each.name}{labels}` | {each.kind} | {each.meaning} | {each.normal} |")
    return _HEAD + "\n".join(lines) + "\n" + _END
