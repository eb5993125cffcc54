import type { TileKind } from '@kinora/contract'
import type { ComponentType } from 'react'

interface TileAudioProps {
  /** ID of the tile. */
  readonly id: string
}

declare module '../../lib/area' {
  interface Area {
    /** Parts that tiles of a kind need. Pass lazy components. */
    readonly tileParts?: Readonly<Partial<Record<TileKind, TileParts>>>
  }
}

export interface TileParts {
  /** Plays the audio of a tile while it is mounted. */
  readonly Listen: ComponentType<TileAudioProps>
  /** Address of what the tile shows. */
  readonly href: (environmentId: string, id: string) => string
}
