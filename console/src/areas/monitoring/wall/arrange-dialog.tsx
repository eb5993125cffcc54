import type { WallSource } from '@kinora/contract'
import { wallLimits } from '@kinora/contract/monitoring/values'
import { CaretDown } from '@phosphor-icons/react/dist/csr/CaretDown'
import { CaretUp } from '@phosphor-icons/react/dist/csr/CaretUp'
import { X } from '@phosphor-icons/react/dist/csr/X'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useDebounced } from '../../../lib/hooks/use-debounced'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { ErrorState } from '../../../ui/error-state'
import { FormDialog } from '../../../ui/form-dialog'
import { IconButton } from '../../../ui/icon-button'
import { SearchField } from '../../../ui/search-field'
import { Skeleton } from '../../../ui/skeleton'
import { useWorkspace } from '../../identity'
import { sourcesQuery } from '../queries'
import { useTileKinds } from '../use-tile-kinds'

interface ArrangeDialogProps {
  readonly tiles: readonly string[]
  readonly onClose: () => void
  readonly onDone: (tiles: readonly string[]) => void
}

const SEARCH_MS = 200

/** Chooses the tiles of a wall and their order. */
export function ArrangeDialog({ tiles, onClose, onDone }: ArrangeDialogProps) {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  const [chosen, setChosen] = useState<readonly string[]>(() => tiles.filter(Boolean))
  const [phrase, setPhrase] = useState('')
  const kinds = useTileKinds()
  const kindNames = [...kinds.keys()]
  const all = useQuery(sourcesQuery(environment.id, kindNames))
  const found = useQuery(sourcesQuery(environment.id, kindNames, useDebounced(phrase.trim(), SEARCH_MS)))
  const isFull = chosen.length >= wallLimits.layoutTiles
  const names = new Map(
    [...(all.data?.items ?? []), ...(found.data?.items ?? [])].map((each) => [each.tile, each.name]),
  )
  const nameOf = (tile: string) => names.get(tile) ?? t('monitoring:tile.unnamed')
  /** The state of a source, and its kind where there are several. */
  const aboutOf = ({ tile, status }: WallSource) => {
    const [, parts] = [...kinds].find(([kind]) => tile.startsWith(`${kind}:`)) ?? []
    const state = t(`monitoring:status.${status}`)
    if (kinds.size < 2 || parts === undefined) return state
    return t('monitoring:arrange.about', { kind: parts.label(t), state })
  }
  const toggle = (tile: string) =>
    setChosen(chosen.includes(tile) ? chosen.filter((each) => each !== tile) : [...chosen, tile])
  const move = (at: number, by: number) => {
    const moved = [...chosen]
    const [tile] = moved.splice(at, 1)
    if (tile !== undefined) moved.splice(at + by, 0, tile)
    setChosen(moved)
  }
  return (
    <FormDialog
      title={t('monitoring:arrange.title')}
      widest
      dirty={chosen.join() !== tiles.filter(Boolean).join()}
      busy={false}
      cancel={t('monitoring:arrange.cancel')}
      submit={{
        label: t('monitoring:arrange.done'),
        disabled: chosen.length === 0,
        onPress: () => onDone(chosen),
      }}
      onClose={onClose}
    >
      <div className="grid gap-6 sm:grid-cols-2">
        <section aria-label={t('monitoring:arrange.sources')} className="min-w-0">
          <SearchField label={t('monitoring:arrange.search')} value={phrase} onChange={setPhrase} />
          {found.data ? (
            <ul className="mt-2 h-80 overflow-y-auto">
              {found.data.items.map((source) => (
                <li key={source.tile} className="flex min-h-10 items-center gap-2 border-b border-rule px-1">
                  <Checkbox
                    checked={chosen.includes(source.tile)}
                    disabled={isFull && !chosen.includes(source.tile)}
                    onChange={() => toggle(source.tile)}
                  >
                    <bdi dir="auto" className="own-way wrap-anywhere text-ink">
                      {source.name}
                    </bdi>
                  </Checkbox>
                  <span className="ms-auto shrink-0 text-12 text-ink-3">{aboutOf(source)}</span>
                </li>
              ))}
              {found.data.items.length === 0 && (
                <li className="px-1 py-6 text-ink-3">{t('monitoring:arrange.nothing')}</li>
              )}
            </ul>
          ) : found.error ? (
            <ErrorState
              title={t('monitoring:wall.failed')}
              error={found.error}
              busy={found.isFetching}
              onRetry={() => void found.refetch()}
            />
          ) : (
            <Skeleton className="mt-2 h-80 w-full" />
          )}
        </section>
        <section aria-label={t('monitoring:arrange.order')} className="min-w-0">
          <h3 className="flex h-(--h-control) items-center text-13 font-mid text-ink">
            {t('monitoring:arrange.order')}
          </h3>
          {chosen.length === 0 ? (
            <p className="mt-2 text-ink-3">{t('monitoring:arrange.none')}</p>
          ) : (
            <ol className="mt-2 h-80 overflow-y-auto">
              {chosen.map((tile, at) => (
                <li key={tile} className="flex min-h-10 items-center gap-1 border-b border-rule">
                  <span className="tabular w-7 shrink-0 text-end text-12 text-ink-3">
                    {format.number(at + 1)}
                  </span>
                  <bdi dir="auto" className="own-way cut min-w-0 flex-1 px-2 text-ink">
                    {nameOf(tile)}
                  </bdi>
                  <IconButton
                    size="small"
                    label={t('monitoring:arrange.earlier', { name: nameOf(tile) })}
                    disabled={at === 0}
                    onPress={() => move(at, -1)}
                  >
                    <CaretUp size={14} />
                  </IconButton>
                  <IconButton
                    size="small"
                    label={t('monitoring:arrange.later', { name: nameOf(tile) })}
                    disabled={at === chosen.length - 1}
                    onPress={() => move(at, 1)}
                  >
                    <CaretDown size={14} />
                  </IconButton>
                  <IconButton
                    size="small"
                    label={t('monitoring:arrange.remove', { name: nameOf(tile) })}
                    onPress={() => toggle(tile)}
                  >
                    <X size={14} />
                  </IconButton>
                </li>
              ))}
            </ol>
          )}
        </section>
      </div>
    </FormDialog>
  )
}
