import { Link } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { cx } from '../../../ui/cx'
import type { ApiCall } from '../openapi-document'
import { MethodMark } from './method-mark'

interface CallListProps {
  readonly calls: readonly ApiCall[]
  readonly openId: string
  readonly phrase: string
}

/** Calls by area. Names and paths are not translated. */
export function CallList({ calls, openId, phrase }: CallListProps) {
  const t = useText()
  const byArea = Map.groupBy(calls, ({ area }) => area)
  if (calls.length === 0) return <p className="pt-4 text-ink-3">{t('activity:docs.none', { phrase })}</p>
  return (
    <nav aria-label={t('activity:docs.calls')} className="pt-2">
      {[...byArea].map(([area, some]) => (
        <section key={area}>
          <h2 className="pt-3 pb-1 text-12 text-ink-3">{t(`areas.${area}`)}</h2>
          <ul>
            {some.map(({ id, method }) => (
              <li key={id}>
                <Link
                  from="/$environmentId/api-docs"
                  search={(old) => ({ ...old, call: id })}
                  aria-current={id === openId ? 'page' : undefined}
                  className={cx(
                    'flex min-h-7 items-center gap-1 rounded-2 px-2 hover:bg-hover max-sm:min-h-11',
                    id === openId && 'bg-select font-mid',
                  )}
                >
                  <span dir="ltr" className="flex w-full min-w-0 items-center">
                    <MethodMark method={method} />
                    <span className="cut text-13">{id}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
