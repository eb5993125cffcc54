import type { TileKind } from '@kinora/contract'
import { tileKinds } from '@kinora/contract/monitoring/values'
import { useSlot } from '../../lib/slots'
import { useWorkspace } from '../identity'
import type { TileParts } from './slots'

/** The kinds of tiles that the user may see, with their parts. */
export function useTileKinds(): ReadonlyMap<TileKind, TileParts> {
  const { can } = useWorkspace()
  const slots = useSlot('tileParts')
  const known = tileKinds.flatMap((kind) => {
    const parts = slots.find((each) => each[kind] !== undefined)?.[kind]
    return parts !== undefined && can(parts.right) ? [[kind, parts] as const] : []
  })
  return new Map(known)
}
