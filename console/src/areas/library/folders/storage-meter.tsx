import type { StorageUse } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { useWorkspace } from '../../identity'
import { storageUseQuery } from './queries'

const kinds = ['originals', 'renditions', 'trashedOriginals'] as const
const colors: Readonly<Record<keyof StorageUse, string>> = {
  originals: 'var(--c1)',
  renditions: 'var(--c3)',
  trashedOriginals: 'var(--ink-3)',
}

/** The storage that the environment uses, by kind. Renders nothing for roles that see only some videos. */
export const StorageMeter = memo(function StorageMeter() {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  const { data: use } = useQuery(storageUseQuery(environment.id))
  if (!use) return null
  const total = kinds.reduce((sum, kind) => sum + use[kind], 0)
  const shown = kinds.filter((kind) => use[kind] > 0)
  return (
    <section aria-label={t('library:storage.title')} className="border-t border-rule px-2 pt-3 text-12">
      <div className="flex justify-between gap-2">
        <h3 className="text-ink-2">{t('library:storage.title')}</h3>
        <span className="tabular font-mid text-ink">{format.bytes(total)}</span>
      </div>
      {shown.length > 0 && (
        <div aria-hidden className="mt-2 flex h-1 gap-px overflow-hidden rounded-full">
          {shown.map((kind) => (
            <span
              key={kind}
              className="min-w-0.5"
              style={{ flexGrow: use[kind], flexBasis: 0, background: colors[kind] }}
            />
          ))}
        </div>
      )}
      <dl className="mt-2 flex flex-col gap-0.5">
        {shown.map((kind) => (
          <div key={kind} className="flex items-start gap-2 text-ink-2">
            <dt className="flex min-w-0 flex-1 items-start gap-2">
              <span aria-hidden className="flex h-lh items-center">
                <span className="size-1.5" style={{ background: colors[kind] }} />
              </span>
              <span className="min-w-0 wrap-anywhere">{t(`library:storage.${kind}`)}</span>
            </dt>
            <dd className="tabular shrink-0">{format.bytes(use[kind])}</dd>
          </div>
        ))}
      </dl>
      <p className="pt-2 text-11 text-pretty text-ink-3">{t('library:storage.about')}</p>
    </section>
  )
})
