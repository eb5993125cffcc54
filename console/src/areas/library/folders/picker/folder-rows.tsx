import type { CollectionTreeItem } from '@kinora/contract'
import { Folder } from '@phosphor-icons/react/dist/csr/Folder'
import type { FinderRow } from '../../../../ui/finder'
import { byParent, folderPath } from '../folders'

/** The most rows shown; typing narrows longer lists. */
const maxShown = 200
const nothing: ReadonlySet<string> = new Set()

/** The folders whose name contains the phrase, in tree order, without some folders and what is in them. */
export function folderRows(
  tree: readonly CollectionTreeItem[],
  phrase: string,
  without: ReadonlySet<string> = nothing,
): FinderRow[] {
  const below = byParent(tree)
  const walk = (parent: string | null, depth: number): { folder: CollectionTreeItem; depth: number }[] =>
    (below.get(parent) ?? [])
      .filter(({ id }) => !without.has(id))
      .flatMap((folder) => [{ folder, depth }, ...walk(folder.id, depth + 1)])
  return walk(null, 0)
    .filter(({ folder }) => containsPhrase(folder.name, phrase))
    .slice(0, maxShown)
    .map(({ folder, depth }) => ({
      id: folder.id,
      text: folder.name,
      icon: (
        <span style={{ paddingInlineStart: phrase === '' ? depth * 16 : 0 }}>
          <Folder size={16} aria-hidden />
        </span>
      ),
      note: phrase === '' ? undefined : noteOf(tree, folder),
    }))
}

export function containsPhrase(name: string, phrase: string): boolean {
  return name.toLocaleLowerCase().includes(phrase.trim().toLocaleLowerCase())
}

/** The folders above in one line. */
function noteOf(tree: readonly CollectionTreeItem[], { id }: CollectionTreeItem): string | undefined {
  const above = folderPath(tree, id).slice(0, -1)
  return above.length > 0 ? above.map(({ name }) => name).join(' / ') : undefined
}
