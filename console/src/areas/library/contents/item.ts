import type { Collection, Content } from '@kinora/contract'
import { collectionLimits } from '@kinora/contract/library'

/** What stands in a folder. */
export type Item =
  | { readonly kind: 'folder'; readonly id: string; readonly name: string; readonly folder: Collection }
  | { readonly kind: 'video'; readonly id: string; readonly name: string; readonly content: Content }

const dayMs = 86_400_000

export function folderItem(folder: Collection): Item {
  return { kind: 'folder', id: folder.id, name: folder.name, folder }
}

export function videoItem(content: Content): Item {
  return { kind: 'video', id: content.id, name: content.title, content }
}

export function contentsIn(items: readonly Item[]): Content[] {
  return items.flatMap((item) => (item.kind === 'video' ? item.content : []))
}

/** Ids by kind, as calls want them. */
export interface ItemIds {
  readonly folders: readonly string[]
  readonly contents: readonly string[]
}

export function idsOf(items: readonly Item[]): ItemIds {
  const of = (kind: Item['kind']) => items.filter((item) => item.kind === kind).map(({ id }) => id)
  return { folders: of('folder'), contents: of('video') }
}

export function parentOf(item: Item): string | null {
  return item.kind === 'folder' ? item.folder.parentCollectionUUID : item.content.assetCollectionUUID
}

export function trashedAtOf(item: Item): string | null {
  return item.kind === 'folder' ? item.folder.trashedAt : item.content.trashedAt
}

/** Bytes of the files that it was made from. */
export function bytesOf(item: Item): number {
  return item.kind === 'folder' ? item.folder.storage : (item.content.source.size ?? 0)
}

/** Deleting it is final: it is in the trash, or its upload is not complete. */
export function goesForGood(item: Item): boolean {
  return trashedAtOf(item) !== null || (item.kind === 'video' && item.content.status === 'pending')
}

/** Days until what is in the trash is gone, begun ones counted. */
export function daysLeft(trashedAt: string, now = Date.now()): number {
  const gone = new Date(trashedAt).getTime() + collectionLimits.trashDays * dayMs
  return Math.max(1, Math.ceil((gone - now) / dayMs))
}
