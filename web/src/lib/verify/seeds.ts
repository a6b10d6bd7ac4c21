// Seeds and commitments: what a client draws, sends and keeps.

import { join, sha256, utf8, type Bytes } from "./hashing";

export const SEED_SIZE = 32;

export const drawSeed = (): Bytes => crypto.getRandomValues(new Uint8Array(SEED_SIZE));

export const commitServerSeed = (seed: Bytes): Promise<Bytes> => sha256(join(utf8("cambio server seed 1"), seed));

/** A client's commitment answers one commitment of the server. */
export const commitClientSeed = (serverCommitment: Bytes, seed: Bytes): Promise<Bytes> =>
  sha256(join(utf8("cambio client seed 1"), serverCommitment, seed));
