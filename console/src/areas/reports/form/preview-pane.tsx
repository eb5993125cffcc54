import type { ReportDocument } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useDebounced } from '../../../lib/hooks/use-debounced'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { Skeleton } from '../../../ui/skeleton'
import { Sheet } from './sheet'

const typingPauseMs = 400

interface PreviewPaneProps<Body> {
  readonly title: string
  readonly name: string
  readonly queryKey: readonly string[]
  /** The fields that the document depends on, complete or not. */
  readonly body: Body
  readonly schema: { safeParse(value: unknown): { readonly data?: Body | undefined } }
  readonly load: (body: Body, signal: AbortSignal) => Promise<ReportDocument>
}

/** The document beside its form, after a pause in typing. */
export function PreviewPane<Body>({ title, name, queryKey, body, schema, load }: PreviewPaneProps<Body>) {
  const t = useText()
  const text = useDebounced(JSON.stringify(body), typingPauseMs)
  const { data: complete } = schema.safeParse(JSON.parse(text))
  const preview = useQuery({
    queryKey: [...queryKey, text],
    queryFn: ({ signal }) => load(complete ?? body, signal),
    staleTime: 60_000,
    enabled: complete !== undefined,
    placeholderData: (before) => before,
    // The first question starts the warehouse, which takes some seconds.
    retry: (failures, error) => failures < 10 && error instanceof Problem && error.passing,
    retryDelay: 3000,
  })
  return (
    <aside className="min-w-0 lg:sticky lg:top-4 lg:self-start">
      <p className="pb-3 text-13 text-ink-2">{title}</p>
      {complete === undefined ? (
        <p className="text-13 text-ink-3">{t('reports:preview.missing')}</p>
      ) : preview.data !== undefined ? (
        <Sheet document={preview.data} name={name} />
      ) : preview.isError ? (
        <p className="text-13 text-ink-2">{t('reports:preview.failed')}</p>
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </aside>
  )
}
