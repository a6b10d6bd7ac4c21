// The service worker is registered when the page has nothing better to do: the first visit must not wait for it.

const SCRIPT = "/service-worker.js";

export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const register = (): void => void navigator.serviceWorker.register(SCRIPT).catch(() => {});
  const whenIdle = (): void => {
    if ("requestIdleCallback" in window) requestIdleCallback(register, { timeout: 5000 });
    else setTimeout(register, 1000);
  };
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle, { once: true });
}
