import type { ReactNode } from 'react'

/** An illustration of 160 × 112. `id` makes its gradient ids unique. */
export type Scene = (props: { readonly id: string }) => ReactNode

/** Deterministic pseudo-random numbers between 0 and 1 (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export function range(length: number): number[] {
  return [...Array(length).keys()]
}
