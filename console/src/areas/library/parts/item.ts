import type { Collection, Content } from '@kinora/contract'
import { collectionLimits } from '@kinora/contract/library/values'

/** A folder or a video. */
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

/** Ids by kind, as the calls expect them. */
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

/** Total size of the source files in bytes. */
export function bytesOf(item: Item): number {
  return item.kind === 'folder' ? item.folder.storage : (item.content.source.size ?? 0)
}

/** The number of folders and videos in a folder and its subfolders. */
export function itemCountOf({ assetCount, collectionCount }: Collection): number {
  return assetCount + collectionCount
}

/** The selected ids that are listed: items on other pages and items that were moved do not count. */
export function selectedAmong(
  items: readonly Pick<Item, 'id'>[],
  selected: ReadonlySet<string>,
): ReadonlySet<string> {
  return new Set(items.map(({ id }) => id).filter((id) => selected.has(id)))
}

/** Deleting is permanent if the item is in the trash or its upload is incomplete. */
export function isDeletedPermanently(item: Item): boolean {
  return trashedAtOf(item) !== null || (item.kind === 'video' && item.content.status === 'pending')
}

/** Days until a trashed item is deleted, rounded up. */
export function daysLeft(trashedAt: string, now = Date.now()): number {
  const gone = new Date(trashedAt).getTime() + collectionLimits.trashDays * dayMs
  return Math.max(1, Math.ceil((gone - now) / dayMs))
}
