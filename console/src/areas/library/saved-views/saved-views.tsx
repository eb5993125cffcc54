import { Bookmarks } from '@phosphor-icons/react/dist/csr/Bookmarks'
import { useQueryClient } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { DialogPopover } from '../../../ui/dialog-popover'
import { useHere } from '../../identity'
import { type ViewList, type ViewSearch, viewsQuery } from './queries'
import { Views } from './views'

type Shown = Readonly<Record<string, ViewSearch[string] | undefined>>

interface SavedViewsProps<S extends Shown> {
  readonly list: ViewList
  /** What of the address is kept. */
  readonly shown: S
  /** Nothing is filtered or sorted: there is nothing to keep. */
  readonly isPlain: boolean
  /** What was kept, as the list knows it today. */
  readonly read: (kept: ViewSearch) => S
  readonly onOpen: (search: S) => void
}

/** Filters and order by name, to come back to, on any device and by colleagues. */
export function SavedViews<S extends Shown>({ list, shown, isPlain, read, onOpen }: SavedViewsProps<S>) {
  const t = useText()
  const queries = useQueryClient()
  const { environment } = useHere()
  const isShown = (kept: ViewSearch) => JSON.stringify(read(kept)) === JSON.stringify(shown)
  return (
    <DialogPopover
      label={t('library:views.title')}
      placement="bottom end"
      className="w-80 p-1.5"
      onIntent={() => void queries.prefetchQuery(viewsQuery(environment.id, list))}
      trigger={
        <Button variant="quiet" icon={<Bookmarks size={16} />}>
          {t('library:views.title')}
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
