import { CaretRight } from '@phosphor-icons/react/dist/csr/CaretRight'
import type { ReactNode } from 'react'
import { Collection } from 'react-aria-components/Collection'
import { Tree as AriaTree, Button, TreeItem, TreeItemContent } from 'react-aria-components/Tree'
import { useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import { useText } from '../lib/i18n'
import { cx } from './cx'

export interface TreeNode {
  readonly id: string
  readonly name: string
  readonly href: string
  readonly icon: ReactNode
  /** At the end of the row; `label` is for screen readers. */
  readonly count?: { readonly text: string; readonly label: string }
  readonly children: readonly TreeNode[]
}

interface TreeProps {
  readonly label: string
  readonly nodes: readonly TreeNode[]
  /** The id of the open page. */
  readonly current: string
  readonly expanded: ReadonlySet<string>
  readonly onExpand: (expanded: ReadonlySet<string>) => void
  /** Whether the dragged items can be dropped there. */
  readonly takes: (id: string) => boolean
  readonly onDrop: (id: string) => void
}

/** A tree of links. Arrow keys move, expand and collapse; Enter opens; every node is a drop target. */
export function Tree({ label, nodes, current, expanded, onExpand, takes, onDrop }: TreeProps) {
  const { dragAndDropHooks } = useDragAndDrop({
    shouldAcceptItemDrop: ({ key }) => takes(String(key)),
    onItemDrop: ({ target }) => onDrop(String(target.key)),
  })
  return (
    <AriaTree
      aria-label={label}
      items={nodes}
      expandedKeys={expanded}
      onExpandedChange={(keys) => onExpand(new Set([...keys].map(String)))}
      dragAndDropHooks={dragAndDropHooks}
      dependencies={[current]}
      className="outline-none"
    >
      {(node) => <Branch node={node} current={current} />}
    </AriaTree>
  )
}

function Branch({ node, current }: { readonly node: TreeNode; readonly current: string }) {
  const { id, name, href, icon, count, children } = node
  const isCurrent = id === current
  return (
    <TreeItem
      id={id}
      href={href}
      textValue={name}
      className={cx(
        'flex h-7 cursor-default items-center rounded-2 pe-2 text-13 outline-offset-0 hover:bg-hover pointer-coarse:h-11',
        'data-drop-target:bg-act-soft data-drop-target:shadow-[inset_0_0_0_2px_var(--act)]',
        isCurrent ? 'bg-panel font-head text-ink shadow-lift-1' : 'text-ink-2',
      )}
    >
      <TreeItemContent>
        {({ level, hasChildItems, isExpanded }) => (
          <>
            <span style={{ width: (level - 1) * 14 }} className="shrink-0" />
            {hasChildItems ? <Caret open={isExpanded} /> : <span className="w-6 shrink-0" />}
            <span className="me-2 shrink-0">{icon}</span>
            <span
              dir="auto"
              className="own-way cut min-w-0 flex-1"
              {...(isCurrent && { 'aria-current': 'page' })}
            >
              <bdi>{name}</bdi>
            </span>
            {count && (
              <span className="tabular ms-2 shrink-0 text-12 font-body text-ink-3">
                <span aria-hidden>{count.text}</span>
                <span className="sr-only">{count.label}</span>
              </span>
            )}
          </>
        )}
      </TreeItemContent>
      <Collection items={children} dependencies={[current]}>
        {(child) => <Branch node={child} current={current} />}
      </Collection>
    </TreeItem>
  )
}

function Caret({ open }: { readonly open: boolean }) {
  const t = useText()
  return (
    <Button
      slot="chevron"
      aria-label={open ? t('ui:fold') : t('ui:unfold')}
      className="grid h-7 w-6 shrink-0 cursor-default place-items-center rounded-1 text-ink-3 hover:text-ink"
    >
      <CaretRight size={12} className={cx('transition-transform', open ? 'rotate-90' : 'rtl:-scale-x-100')} />
    </Button>
  )
}
