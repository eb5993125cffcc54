import type { FavouriteFilter } from '@kinora/contract'
import { favouriteLimits } from '@kinora/contract/analytics/values'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Skeleton } from '../../../ui/skeleton'
import { toast } from '../../../ui/toast-store'
import { FormProblem, useWorkspace } from '../../identity'
import { useChangeView, useView } from '../view'
import { type Choices, choicesOf, isShown, setFilters } from './choices'
import { FavouriteRow } from './favourite-row'
import { NameForm } from './name-form'
import { favouritesQuery, useCreateFavourite } from './queries'

/** The popover: the favourites, and a form that saves the current filters as one. */
export function FavouriteList({ onDone }: { readonly onDone: () => void }) {
  const t = useText()
  const { environment, organization } = useWorkspace()
  const favourites = useQuery(favouritesQuery(environment.id))
  const view = useView()
  const change = useChangeView()
  const box = useRef<HTMLDivElement>(null)
  const choices = choicesOf(view)
  if (favourites.data === undefined) {
    if (!favourites.isError) return <Loading />
    return (
      <div className="flex flex-col items-start gap-3 p-2 text-13">
        <p className="font-mid">{t('analytics:favourite.failed')}</p>
        <FormProblem error={favourites.error} />
        <Button busy={favourites.isFetching} onPress={() => void favourites.refetch()}>
          {t('ui:tryNow')}
        </Button>
      </div>
    )
  }
  const apply = (favourite: FavouriteFilter) => {
    change({
      filters: setFilters(favourite),
      split: favourite.splitBy ?? undefined,
      ...(favourite.range !== null && { preset: favourite.range }),
    })
    onDone()
  }
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      {favourites.data.length > 0 && (
        <ul
          aria-label={t('analytics:favourites')}
          className="mb-1.5 max-h-72 overflow-y-auto border-b border-rule pb-1.5"
        >
          {favourites.data.map((favourite) => (
            <FavouriteRow
              key={favourite.id}
              favourite={favourite}
              choices={choices}
              isShown={isShown(favourite, view)}
              onApply={() => apply(favourite)}
              onGone={() => focusBeside(box.current, favourite.id)}
            />
          ))}
        </ul>
      )}
      {choices === null ? (
        <p className="p-2 text-13 text-pretty text-ink-2">{t('analytics:favourite.plain')}</p>
      ) : (
        organization.isActive && (
          <SaveFavourite choices={choices} own={favourites.data.length} onSaved={onDone} />
        )
      )}
    </div>
  )
}

interface SaveFavouriteProps {
  readonly choices: Choices
  /** The number of favourites that there are. */
  readonly own: number
  readonly onSaved: () => void
}

function SaveFavourite({ choices, own, onSaved }: SaveFavouriteProps) {
  const t = useText()
  const format = useFormat()
  const create = useCreateFavourite()
  const isFull = own >= favouriteLimits.own
  return (
    <div className="p-2">
      <NameForm
        label={t('analytics:favourite.name')}
        help={
          isFull
            ? t('analytics:favourite.full', { most: format.number(favouriteLimits.own) })
            : t('analytics:favourite.help')
        }
        action={t('analytics:favourite.save')}
        disabled={isFull}
        saving={create}
        bodyOf={(name) => ({ ...choices, name })}
        onSaved={(name) => {
          toast({ text: t('analytics:favourite.saved', { name: isolate(name) }), tone: 'good' })
          onSaved()
        }}
      />
    </div>
  )
}

function Loading() {
  return (
    <div aria-busy className="flex flex-col gap-2 p-2">
      {['w-40', 'w-56', 'w-48'].map((width) => (
        <Skeleton key={width} className={`h-5 ${width}`} />
      ))}
    </div>
  )
}

/** Before a row disappears: moves focus to its neighbor, or to the form. */
function focusBeside(box: HTMLDivElement | null, id: string): void {
  const rows = [...(box?.querySelectorAll<HTMLElement>('[data-favourite]') ?? [])]
  const place = rows.findIndex(({ dataset }) => dataset.favourite === id)
  const beside = rows[place + 1] ?? rows[place - 1]
  const stands = beside?.querySelector('button') ?? box?.querySelector<HTMLElement>('form input') ?? box
  stands?.focus()
}
