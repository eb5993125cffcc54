import { cx } from '../../../ui/cx'

interface FigureListProps {
  readonly figures: readonly { readonly name: string; readonly value: string }[]
}

/** Current figures side by side. */
export function FigureList({ figures }: FigureListProps) {
  const columns = figures.length === 5 ? 'sm:grid-cols-5' : 'sm:grid-cols-4'
  return (
    <dl className={cx('mt-3 grid grid-cols-2 gap-x-6 gap-y-4 border-b border-rule pb-4', columns)}>
      {figures.map(({ name, value }) => (
        <div key={name} className="min-w-0">
          <dt className="text-12 text-ink-3">{name}</dt>
          <dd className="tabular text-16 font-head">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
