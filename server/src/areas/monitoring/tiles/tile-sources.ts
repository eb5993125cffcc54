import type { PreviewFrame, Right, TileKind, TileState, WallSource } from '@kinora/contract'
import type { Scope } from '../../../platform/auth.ts'
import type { Page, PageQuery } from '../../../platform/database/page.ts'
import { problem } from '../../../platform/problem.ts'

/** A kind of tiles. */
export interface TileSource {
  readonly kind: TileKind
  /** The right that shows them. */
  readonly right: Right
  /** Lists the sources of tiles in the environment, those on air first. */
  list(scope: Scope, query: PageQuery & { readonly phrase?: string | undefined }): Promise<Page<WallSource>>
  /** Follows tiles until it is closed. Those of other environments are `gone`. Listeners of a tile share all work. */
  watch(environmentId: string, ids: readonly string[], listener: TileListener): { close(): void }
  /** Follows the audio of tiles, if the console has no player of its own for them. */
  readonly listen?: TileSource['watch']
}

export interface TileListener {
  /** Gets pictures with their configuration, and audio levels. Begins with the pictures since the last keyframe. */
  frame(id: string, frame: PreviewFrame): void
  state(id: string, state: TileState): void
}

/** The kinds of all areas. */
export interface TileSources {
  add(source: TileSource): void
  /** @throws problem not-found */
  of(kind: string): TileSource
}

export function openTileSources(): TileSources {
  const sources = new Map<string, TileSource>()
  return {
    add: (source) => void sources.set(source.kind, source),
    of(kind) {
      const source = sources.get(kind)
      if (source === undefined) throw problem('not-found')
      return source
    },
  }
}
