"""Dashboard and alerts: they can be read, and ask for nothing that the server does not tell."""

from __future__ import annotations

import importlib
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cambio.server.metrics import NORMAL, Metrics, describe_metrics

ALERTS = Path("deploy/prometheus/alerts.yml")
DASHBOARD = Path("deploy/grafana/cambio.json")
yaml: Any = importlib.import_module("yaml")


def series() -> set[str]:
    """The names of all time series."""
    names = set()
    for each in describe_metrics():
        names |= (
            {f"{each.name}_{end}" for end in ("bucket", "sum", "count")} if each.kind == "histogram" else {each.name}
        )
    return names


def rules() -> list[dict[str, Any]]:
    groups: list[dict[str, Any]] = yaml.safe_load(ALERTS.read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


def expressions() -> Iterator[str]:
    for panel in json.loads(DASHBOARD.read_text())["panels"]:
        yield from (target["expr"] for target in panel["targets"])
    yield from (rule["expr"] for rule in rules())


def test_every_metric_is_described_and_nothing_else() -> None:
    described = [each.name.removesuffix("_total") for each in describe_metrics()]
    assert sorted(described) == sorted(NORMAL)
    told = set(re.findall(r"^# TYPE (\w+) ", Metrics().render().decode(), re.MULTILINE))
    assert {each.name for each in describe_metrics()} == {name for name in told if not name.endswith("_created")}


def test_dashboard_and_alerts_ask_only_for_what_is_told() -> None:
    asked = {name for expr in expressions() for name in re.findall(r"\bcambio_\w+", expr)}
    assert asked <= series(), asked - series()
    unseen = {each for each in series() if not each.endswith(("_sum", "_count"))} - asked
    assert not unseen, f"no panel or alert shows {unseen}"


def test_a_dashboard_has_no_two_panels_in_one_place() -> None:
    panels = json.loads(DASHBOARD.read_text())["panels"]
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels]
    assert len(set(places)) == len(places) == len({panel["id"] for panel in panels})
    assert all(panel["title"] and panel["targets"] for panel in panels)


def test_every_alert_says_what_is_wrong_and_what_to_do() -> None:
    for rule in rules():
        assert set(rule) - {"for"} == {"alert", "expr", "labels", "annotations"}, rule
        assert rule["alert"].startswith("Cambio") and rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"]["summary"] and rule["annotations"]["action"]
    assert len({rule["alert"] for rule in rules()}) == len(rules())


@pytest.mark.skipif(shutil.which("promtool") is None, reason="Prometheus is not installed here")
def test_prometheus_takes_the_alerts() -> None:
    done = subprocess.run(["promtool", "check", "rules", str(ALERTS)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
