import type { ReactNode } from 'react'

/** A picture on the wall, drawn on 160 × 112. `id` keeps its gradients apart from those of others. */
export type Scene = (props: { readonly id: string }) => ReactNode

/** Numbers between 0 and 1 that look random and are always the same (mulberry32). */
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
