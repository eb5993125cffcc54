import type { ListedEvent } from '@kinora/contract'
import type { Scope } from '../../platform/auth.ts'

/** Finds videos that exist and that the scopes may see, by ID. */
export type VideoFinder = (
  scopes: readonly Scope[],
  ids: readonly string[],
  origin: string,
) => Promise<ReadonlyMap<string, NonNullable<ListedEvent['video']>>>
