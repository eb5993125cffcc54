import { type ReactNode, useRef } from 'react'
import { useText } from '../lib/i18n'
import { Button } from './button'
import { Skeleton } from './skeleton'

interface NamedListProps<Item> {
  readonly list: {
    readonly data: readonly Item[] | undefined
    readonly error: Error | null
    readonly isFetching: boolean
    readonly refetch: () => Promise<unknown>
  }
  /** Says that it did not load. */
  readonly failed: string
  /** Says why. */
  readonly fault: ReactNode
  /** The rows. @param onGone called before a row disappears */
  readonly rows: (items: readonly Item[], onGone: (id: string) => void) => ReactNode
  /** Below the rows, such as a form that saves another one. */
  readonly children: (items: readonly Item[]) => ReactNode
}

/** A popover with things that people have named (`NamedRow`). */
export function NamedList<Item>({ list, failed, fault, rows, children }: NamedListProps<Item>) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const { data } = list
  if (data === undefined) {
    if (list.error === null) return <Loading />
    return (
      <div className="flex flex-col items-start gap-3 p-2 text-13">
        <p className="font-mid">{failed}</p>
        {fault}
        <Button busy={list.isFetching} onPress={() => void list.refetch()}>
          {t('ui:tryNow')}
        </Button>
      </div>
    )
  }
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      {data.length > 0 && (
        <div className="mb-1.5 max-h-72 overflow-y-auto border-b border-rule pb-1.5">
          {rows(data, (id) => focusBeside(box.current, id))}
        </div>
      )}
      {children(data)}
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
  const rows = [...(box?.querySelectorAll<HTMLElement>('[data-named]') ?? [])]
  const place = rows.findIndex(({ dataset }) => dataset.named === id)
  const beside = rows[place + 1] ?? rows[place - 1]
  const stands = beside?.querySelector('button') ?? box?.querySelector<HTMLElement>('form input') ?? box
  stands?.focus()
}
