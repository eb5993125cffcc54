import type { CollectionTreeItem } from '@kinora/contract'
import { useMatch } from '@tanstack/react-router'

/** The folder whose page is open: new uploads go there. */
export function useOpenFolder(): string | null {
  const match = useMatch({ from: '/$environmentId/dam', shouldThrow: false })
  return match?.search.folder ?? null
}

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
