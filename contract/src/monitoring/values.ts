// Values without schemas: screens load these, and not zod.

/** Kinds of tiles. */
export const tileKinds = ['livestream', 'vconnect'] as const
export type TileKind = (typeof tileKinds)[number]

/** `off`: stopped or disabled by a person. `waiting`: started, and nobody sends. `interrupted`: the encoder has left, and may
 * return. `lost`: a stream that should be there is not. `silent`: connected, and no bytes arrive. `gone`: deleted, not in this
 * environment, or of a kind that the caller has no right to see. */
export const tileStatuses = [
  'live',
  'connecting',
  'interrupted',
  'waiting',
  'lost',
  'silent',
  'off',
  'gone',
] as const
export type TileStatus = (typeof tileStatuses)[number]

/** Content of a response for each tile: all pictures, only those at which decoding starts, JPEG, only its state, or only its
 * audio. */
export const tileMotions = ['full', 'keyframes', 'images', 'none', 'audio'] as const
export type TileMotion = (typeof tileMotions)[number]

/** Reasons why a tile with a signal has no pictures: its video has another codec than H.264, is encrypted or does not exist, or
 * the stream has no list of its content. */
export const hiddenReasons = ['codec', 'encrypted', 'no-video', 'no-program'] as const
export type HiddenReason = (typeof hiddenReasons)[number]

/** Tiles of a row and of a column. */
export const wallGrids = [2, 3, 4, 5, 6, 7, 8] as const
export type WallGrid = (typeof wallGrids)[number]

/** Seconds for which a page of tiles is shown. */
export const rotationTimes = [5, 10, 20, 30, 60] as const
export type RotationTime = (typeof rotationTimes)[number]

export const wallLimits = {
  /** Tiles of a response. */
  tiles: 64,
  /** Tiles with all pictures in a response. Others have their keyframes. */
  moving: 16,
  /** Tiles of a layout, on several pages. */
  layoutTiles: 256,
  /** Layouts of an environment. */
  layouts: 100,
  nameLength: 64,
  /** Responses of an environment in a process at once. */
  open: 32,
} as const

/** How a tile is named in requests and layouts: its kind and ID, such as `livestream:0197…`. */
export const tileName =
  /^(livestream|vconnect):([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/
