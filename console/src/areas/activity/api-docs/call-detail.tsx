import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { CodeBlock } from '../../../ui/code-block'
import { CopyText } from '../../../ui/copy-text'
import { Segmented } from '../../../ui/segmented'
import { TextLink } from '../../../ui/text-link'
import type { ApiCall, Schema } from '../openapi-document'
import { type ExampleLanguage, exampleLanguages, exampleOf } from './example-code'
import { fieldsOf, sampleOf } from './examples'
import { Fields } from './fields'
import { MethodMark } from './method-mark'
import { TryIt } from './try-it'

interface CallDetailProps {
  readonly call: ApiCall
  /** An API token's secret to try calls with, kept only in the memory of the page. */
  readonly token: string
  readonly onTokenChange: (token: string) => void
}

/** One API call: description, parameters, answer, example and a form to try it. */
export function CallDetail({ call, token, onTokenChange }: CallDetailProps) {
  const t = useText()
  return (
    <article className="min-w-0 max-w-4xl pb-10">
      <TextLink
        from="/$environmentId/api-docs"
        search={(old) => ({ ...old, call: '' })}
        className="mb-3 inline-block lg:hidden"
      >
        {t('activity:docs.back')}
      </TextLink>
      <h2 dir="ltr" className="text-start text-16 font-head wrap-anywhere">
        {call.id}
      </h2>
      <p lang="en" dir="ltr" className="mt-1 text-start text-pretty text-ink-2">
        {call.summary.replaceAll('`', '')}
      </p>
      <p dir="ltr" className="mt-3 flex min-w-0 items-center rounded-2 bg-sunk px-3 py-2">
        <MethodMark method={call.method} />
        <CopyText text={call.path} label={t('activity:docs.path')} />
      </p>
      <p className="mt-2 text-13 text-ink-3">{t(`activity:docs.callers.${callerOf(call)}`)}</p>
      {call.right !== null && (
        <p className="text-13 text-ink-3">
          {t('activity:docs.right')} <code className="ltr font-code text-12">{call.right}</code>
        </p>
      )}
      <Example call={call} />
      <TryIt call={call} token={token} onTokenChange={onTokenChange} />
      <Part title={t('activity:docs.parameters')}>
        <Fields
          fields={call.parameters.map(({ name, in: place, required, schema }) => ({
            path: name,
            note: t(`activity:docs.places.${place}`),
            required: required ?? false,
            schema,
          }))}
        />
      </Part>
      {call.body && <Body title={t('activity:docs.body')} schema={call.body} />}
      {call.answer.schema ? (
        <Body title={t('activity:docs.answer', { status: call.answer.status })} schema={call.answer.schema} />
      ) : (
        <Part title={t('activity:docs.answer', { status: call.answer.status })}>
          <p className="pt-2 text-ink-3">{call.answer.type ?? t('activity:docs.noBody')}</p>
        </Part>
      )}
      <Part title={t('activity:docs.failures')}>
        <dl className="divide-y divide-rule">
          {call.failures.map(({ status, description }) => (
            <div key={status} className="flex gap-4 py-2">
              <dt className="tabular w-10 shrink-0 font-mid">{status}</dt>
              <dd lang="en" dir="ltr" className="text-start text-13 wrap-anywhere text-ink-2">
                {description.replaceAll('`', '')}
              </dd>
            </div>
          ))}
        </dl>
      </Part>
    </article>
  )
}

function callerOf({ needsSession, takesToken }: ApiCall): 'anybody' | 'program' | 'person' {
  if (!needsSession) return 'anybody'
  return takesToken ? 'program' : 'person'
}

const languages = ['curl', 'javaScript', 'python'] as const

function Example({ call }: { readonly call: ApiCall }) {
  const t = useText()
  const [language, setLanguage] = useState<ExampleLanguage>('curl')
  return (
    <Part title={t('activity:docs.example')}>
      <div className="flex flex-col gap-2 pt-3">
        <div>
          <Segmented
            label={t('activity:docs.example')}
            value={language}
            onChange={setLanguage}
            options={languages.map((id) => ({ id, content: exampleLanguages[id] }))}
          />
        </div>
        <CodeBlock label={exampleLanguages[language]} code={exampleOf(language, call, location.origin)} />
      </div>
    </Part>
  )
}

function Body({ title, schema }: { readonly title: string; readonly schema: Schema }) {
  return (
    <Part title={title}>
      <Fields fields={fieldsOf(schema).map((field) => ({ ...field, schema: null }))} />
      <div className="pt-3">
        <CodeBlock label={title} code={JSON.stringify(sampleOf(schema), null, 2)} />
      </div>
    </Part>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <section className="pt-6">
      <h3 className="border-b border-rule-2 pb-2 text-14 font-head">{title}</h3>
      {children}
    </section>
  )
}
