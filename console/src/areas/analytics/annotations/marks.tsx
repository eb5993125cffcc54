import type { AnnotationKind } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { BareButton } from '../../../ui/bare-button'
import { DialogPopover } from '../../../ui/dialog-popover'
import { Tooltip } from '../../../ui/tooltip'
import type { Counted } from '../queries'
import { groupsOf, type MarkGroup } from './groups'
import { KindIcon } from './kind-icon'
import { MarkList } from './mark-list'
import { annotationsQuery } from './queries'

/** Space for the widest mark, with an icon and three digits. */
const GAP_PX = 44
const MARK_PX = 24
const byImportance: readonly AnnotationKind[] = ['incident', 'live', 'published']

interface MarkRowProps {
  readonly counted: Counted
  /** Start times of the steps of the chart. */
  readonly steps: readonly string[]
  readonly stepX: (step: number) => number
}

/** A row of marks below a chart. Annotations that are close together share a mark, which shows their number. */
export function MarkRow({ counted, steps, stepX }: MarkRowProps) {
  const t = useText()
  const { data, isError } = useQuery(annotationsQuery(counted))
  if (isError && !data) return <p dir="auto">{t('analytics:marks.failed')}</p>
  if (!data) return null
  return groupsOf(steps, data.items, stepX, GAP_PX).map((group, n) => (
    <Mark key={group.key} group={group} more={data.more && n === 0} />
  ))
}

function Mark({ group, more }: { readonly group: MarkGroup; readonly more: boolean }) {
  const format = useFormat()
  const label = useLabel()(group)
  const { items, x } = group
  const kind = byImportance.find((one) => items.some((item) => item.kind === one)) ?? 'published'
  return (
    <span
      className="absolute top-1 -translate-x-1/2"
      style={{ left: `min(${x}px, 100% - ${(items.length > 1 ? GAP_PX : MARK_PX) / 2}px)` }}
    >
      <DialogPopover
        label={label}
        className="w-80 max-w-[calc(100vw-32px)] p-3"
        trigger={
          <Tooltip tip={label}>
            <BareButton
              aria-label={label}
              className="inline-flex h-6 min-w-6 cursor-default items-center justify-center gap-1 rounded-full border border-rule-2 bg-panel px-1 text-11 text-ink-2 hover:bg-hover hover:text-ink"
            >
              <KindIcon kind={kind} />
              {items.length > 1 && <span className="pe-1">{format.number(items.length)}</span>}
            </BareButton>
          </Tooltip>
        }
      >
        <MarkList items={items} more={more} />
      </DialogPopover>
    </span>
  )
}

/** Returns a function that gives the label of a mark. */
function useLabel(): (group: MarkGroup) => string {
  const t = useText()
  const format = useFormat()
  return ({ items }) => {
    const [newest] = items
    const oldest = items.at(-1)
    if (newest === undefined || oldest === undefined) return ''
    if (items.length > 1) {
      const [from, to] = [format.timeOfDay(oldest.at), format.timeOfDay(newest.at)]
      const when = from === to ? from : format.timeRange(oldest.at, newest.at)
      return t('analytics:marks.several', { count: items.length, when })
    }
    const what = t(`analytics:marks.reasons.${newest.reason}`)
    const name = newest.name ?? t('analytics:deleted')
    return t('analytics:marks.one', { what, name, when: format.timeOfDay(newest.at) })
  }
}

/** All annotations as a list, shown with the table of a chart. */
export function AllMarks({ counted }: { readonly counted: Counted }) {
  const t = useText()
  const { data, isError } = useQuery(annotationsQuery(counted))
  const title = t('analytics:marks.title')
  return (
    <section aria-label={title} className="pt-4 text-13">
      <h3 className="pb-2 font-head">{title}</h3>
      {isError && !data ? (
        <p className="text-ink-2">{t('analytics:marks.failed')}</p>
      ) : data?.items.length === 0 ? (
        <p className="text-ink-2">{t('analytics:marks.none')}</p>
      ) : (
        data && <MarkList items={data.items} more={data.more} />
      )}
    </section>
  )
}
