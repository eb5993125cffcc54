import type { CollectionTreeItem } from '@kinora/contract'
import { Folder } from '@phosphor-icons/react/dist/csr/Folder'
import { FolderOpen } from '@phosphor-icons/react/dist/csr/FolderOpen'
import { Folders } from '@phosphor-icons/react/dist/csr/Folders'
import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, useMemo, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Tree, type TreeNode } from '../../../ui/tree'
import { useWorkspace } from '../../identity'
import { useItemDrag } from './drag/item-drag'
import { byParent, folderPath } from './folders'
import { folderTreeQuery } from './queries'

/** The id of the root node. */
const root = 'root'

/** All folders, expanded down to the current one. Not rendered again when the selection beside it changes. */
export const FolderTree = memo(function FolderTree({ current }: { readonly current: string | undefined }) {
  const t = useText()
  const format = useFormat()
  const drag = useItemDrag()
  const { environment } = useWorkspace()
  const { data: tree } = useQuery(folderTreeQuery(environment.id))
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const way = folderPath(tree ?? [], current ?? null).map(({ id }) => id)
    setExpanded((known) => new Set([...known, ...way]))
  }, [tree, current])
  const path = `/${environment.id}/dam`
  const nodes = useMemo(() => {
    const all = {
      id: root,
      name: t('library:dam.all'),
      href: path,
      icon: <Folders size={16} />,
      children: [],
    }
    const countOf = (count: number) => ({
      text: format.number(count),
      label: t('library:dam.videosIn', { count }),
    })
    return [all, ...nodesIn(tree ?? [], { path, expanded, countOf })]
  }, [t, format, tree, path, expanded])
  return (
    <Tree
      label={t('library:dam.folders')}
      nodes={nodes}
      current={current ?? root}
      expanded={expanded}
      onExpand={setExpanded}
      takes={(id) => drag.canDrop(id === root ? null : id)}
      onDrop={(id) => {
        const name = tree?.find((folder) => folder.id === id)?.name ?? ''
        drag.drop({ id: id === root ? null : id, name })
      }}
    />
  )
})

interface NodeSettings {
  readonly path: string
  readonly expanded: ReadonlySet<string>
  readonly countOf: (count: number) => TreeNode['count'] & object
}

function nodesIn(
  tree: readonly CollectionTreeItem[],
  { path, expanded, countOf }: NodeSettings,
): readonly TreeNode[] {
  const below = byParent(tree)
  const nodes = (parent: string | null): TreeNode[] =>
    (below.get(parent) ?? []).map(({ id, name, assetCount }) => ({
      id,
      name,
      href: `${path}?folder=${id}`,
      icon: expanded.has(id) && below.has(id) ? <FolderOpen size={16} /> : <Folder size={16} />,
      count: countOf(assetCount),
      children: nodes(id),
    }))
  return nodes(null)
}
