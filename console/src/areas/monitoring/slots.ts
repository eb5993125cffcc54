import type { Right, TileKind } from '@kinora/contract'
import type { ComponentType } from 'react'
import type { Text } from '../../lib/area'

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
  /** Name of what the tile shows, in lists of several kinds. */
  readonly label: Text
  /** The right that shows tiles of the kind. */
  readonly right: Right
  /** Type of the object whose events change the list of what is on air. */
  readonly objectType: string
  /** Plays the audio of a tile while it is mounted. Without it, the server sends the audio. */
  readonly Listen?: ComponentType<TileAudioProps>
  /** Address of what the tile shows. */
  readonly href: (environmentId: string, id: string) => string
}
