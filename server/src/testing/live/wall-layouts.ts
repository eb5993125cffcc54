import type { CallOf, RequestOf, WallLayout } from '@kinora/contract'
import type { Client } from '../client.ts'

type LayoutBody = RequestOf<CallOf<'createWallLayout'>>['body']

let layouts = 0

/** A layout whose name no other has. */
export function layoutOf(body: Partial<LayoutBody> = {}): LayoutBody {
  layouts += 1
  return { name: `Master control ${layouts}`, grid: 2, tiles: [null], ...body }
}

export function someLayout(owner: Client, body: Partial<LayoutBody> = {}): Promise<WallLayout> {
  return owner.call('createWallLayout', { body: layoutOf(body) })
}
