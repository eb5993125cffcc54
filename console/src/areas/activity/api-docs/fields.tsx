import { useText } from '../../../lib/i18n'
import type { Schema } from '../openapi-document'
import { typeText } from './examples'

interface ShownField {
  readonly path: string
  readonly required: boolean
  /** Location of the parameter: path, query or header. */
  readonly note?: string
  readonly type?: string
  readonly schema: Schema | null
}

export function Fields({ fields }: { readonly fields: readonly ShownField[] }) {
  const t = useText()
  if (fields.length === 0) return <p className="pt-2 text-ink-3">{t('activity:docs.nothing')}</p>
  return (
    <dl className="divide-y divide-rule">
      {fields.map(({ path, required, note, type, schema }) => (
        <div key={path} className="flex flex-wrap gap-x-4 gap-y-0.5 py-2">
          <dt className="min-w-48">
            <code className="ltr font-code text-12 wrap-anywhere">{path}</code>
          </dt>
          <dd className="min-w-0 flex-1 text-13 text-ink-3">
            <code className="ltr font-code text-12 wrap-anywhere text-ink-2">
              {type ?? (schema ? typeText(schema) : '')}
            </code>
            {note !== undefined && ` · ${note}`}
            {required && ` · ${t('activity:docs.required')}`}
          </dd>
        </div>
      ))}
    </dl>
  )
}
