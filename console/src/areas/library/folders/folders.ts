import type { CollectionTreeItem } from '@kinora/contract'

/** The path from the outermost folder to this one; empty if it is unknown. */
export function folderPath(tree: readonly CollectionTreeItem[], id: string | null): CollectionTreeItem[] {
  const byId = new Map(tree.map((folder) => [folder.id, folder]))
  const way: CollectionTreeItem[] = []
  let at = id === null ? undefined : byId.get(id)
  while (at && !way.includes(at)) {
    way.unshift(at)
    at = at.parentCollectionUUID === null ? undefined : byId.get(at.parentCollectionUUID)
  }
  return way
}

/** Folders by their parent's id. */
export function byParent(
  tree: readonly CollectionTreeItem[],
): ReadonlyMap<string | null, CollectionTreeItem[]> {
  return Map.groupBy(tree, ({ parentCollectionUUID }) => parentCollectionUUID)
}
