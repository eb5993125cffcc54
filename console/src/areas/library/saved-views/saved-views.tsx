import { Bookmarks } from '@phosphor-icons/react/dist/csr/Bookmarks'
import { useQueryClient } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { DialogPopover } from '../../../ui/dialog-popover'
import { useWorkspace } from '../../identity'
import { type ViewList, type ViewSearch, viewsQuery } from './queries'
import { Views } from './views'

type Shown = Readonly<Record<string, ViewSearch[string] | undefined>>

interface SavedViewsProps<S extends Shown> {
  readonly list: ViewList
  /** The label of the button, if not "Saved views". */
  readonly title?: string
  /** The part of the address that a view stores. */
  readonly shown: S
  /** Nothing is filtered or sorted, so there is nothing to save. */
  readonly isPlain: boolean
  /** Parses a stored view with the current schema. */
  readonly read: (kept: ViewSearch) => S
  readonly onOpen: (search: S) => void
}

/** Named filters and sorting, available on any device and shareable with colleagues. */
export function SavedViews<S extends Shown>(props: SavedViewsProps<S>) {
  const { list, shown, isPlain, read, onOpen } = props
  const t = useText()
  const title = props.title ?? t('library:views.title')
  const queries = useQueryClient()
  const { environment } = useWorkspace()
  const isShown = (kept: ViewSearch) => JSON.stringify(read(kept)) === JSON.stringify(shown)
  return (
    <DialogPopover
      label={title}
      placement="bottom end"
      className="w-80 p-1.5"
      onIntent={() => void queries.prefetchQuery(viewsQuery(environment.id, list))}
      trigger={
        <Button variant="quiet" icon={<Bookmarks size={16} />}>
          {title}
        </Button>
      }
    >
      {(close) => (
        <Views
          list={list}
          shown={isPlain ? null : keptOf(shown)}
          isShown={isShown}
          onOpen={(kept) => {
            onOpen(read(kept))
            close()
          }}
          onSaved={close}
        />
      )}
    </DialogPopover>
  )
}

function keptOf(shown: Shown): ViewSearch {
  return Object.fromEntries(
    Object.entries(shown).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
