// The address that an invitation carries: one that other devices can open, if there is any.

/** Where the server can be reached: its public address, and those on the network, which it tells only to its own machine. */
export type Addresses = { public: string | null; network: string[] | null };
export type LinkOrigins = {
  /** The best comes first. */
  origins: string[];
  /** No other device can open the link. */
  isLocal: boolean;
};

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

/** What a link to this page's server may begin with. Addresses are null if the server did not tell. */
export function findLinkOrigins(page: Pick<Location, "origin" | "hostname">, addresses: Addresses | null): LinkOrigins {
  if (addresses?.public) return { origins: [addresses.public], isLocal: false };
  if (!isLoopback(page.hostname)) return { origins: [page.origin], isLocal: false };
  const network = addresses?.network ?? [];
  return network.length > 0 ? { origins: network, isLocal: false } : { origins: [page.origin], isLocal: true };
}
