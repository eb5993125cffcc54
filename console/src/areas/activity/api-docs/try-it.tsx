import { PaperPlaneTilt } from '@phosphor-icons/react/dist/csr/PaperPlaneTilt'
import { type FormEvent, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { CodeBlock } from '../../../ui/code-block'
import { TextArea } from '../../../ui/text-area'
import { TextField } from '../../../ui/text-field'
import { useWorkspace } from '../../identity'
import { type TrialAnswer, useTrial } from '../records/queries'
import { sampleOf } from './examples'
import type { ApiCall } from './openapi-document'

/** A form that makes the real call with the rights of the signed-in user. */
export function TryIt({ call }: { readonly call: ApiCall }) {
  const t = useText()
  const { environment } = useWorkspace()
  const trial = useTrial(environment.id)
  const shownParameters = call.parameters.filter((parameter) => parameter.in !== 'header')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [body, setBody] = useState(() => (call.body ? JSON.stringify(sampleOf(call.body), null, 2) : ''))
  const missing = shownParameters.some(({ name, required }) => required && !values[name]?.trim())
  const isJson = call.body === null || readsAsJson(body)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (missing || !isJson || trial.isPending) return
    trial.mutate({ method: call.method, address: addressOf(call, values), body: call.body ? body : null })
  }

  return (
    <section className="pt-6">
      <h3 className="border-b border-rule-2 pb-2 text-14 font-head">{t('activity:docs.try')}</h3>
      <p className="pt-2 text-13 text-ink-3">
        {t(call.method === 'GET' ? 'activity:docs.tryReads' : 'activity:docs.tryChanges', {
          environment: environment.name,
        })}
      </p>
      <form onSubmit={send} className="flex flex-col gap-3 pt-3">
        {shownParameters.length > 0 && (
          <div className="grid gap-3 sm:grid-cols-2">
            {shownParameters.map(({ name, required }) => (
              <TextField
                key={name}
                label={name}
                ltr
                optional={!required}
                value={values[name] ?? ''}
                onChange={(value) => setValues({ ...values, [name]: value })}
              />
            ))}
          </div>
        )}
        {call.body && (
          <div dir="ltr" className="font-code">
            <TextArea
              label="JSON"
              rows={6}
              value={body}
              onChange={setBody}
              {...(!isJson && { error: t('activity:docs.notJson') })}
            />
          </div>
        )}
        <div>
          <Button
            type="submit"
            icon={<PaperPlaneTilt size={16} />}
            busy={trial.isPending}
            disabled={missing || !isJson}
          >
            {t('activity:docs.send')}
          </Button>
        </div>
      </form>
      <div aria-live="polite" className="pt-3">
        {trial.error && <p className="text-bad">{t('activity:docs.unreachable')}</p>}
        {trial.data && <Answer answer={trial.data} />}
      </div>
    </section>
  )
}

function Answer({ answer }: { readonly answer: TrialAnswer }) {
  const t = useText()
  const { status, tookMs, type, text } = answer
  return (
    <>
      <p className="pb-2 text-13">
        <span className={status < 400 ? 'font-mid text-good' : 'font-mid text-bad'}>{status}</span>
        <span className="tabular text-ink-3"> · {t('activity:docs.took', { ms: Math.round(tookMs) })}</span>
      </p>
      {text !== '' && <CodeBlock label={t('activity:docs.answered')} code={pretty(text)} />}
      {text === '' && <p className="text-13 text-ink-3">{type || t('activity:docs.noBody')}</p>}
    </>
  )
}

function addressOf({ path, parameters }: ApiCall, values: Readonly<Record<string, string>>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(values[name] ?? ''))
  const search = new URLSearchParams()
  for (const { name, in: place } of parameters) {
    const value = values[name]?.trim()
    if (place === 'query' && value) search.set(name, value)
  }
  return search.size === 0 ? filled : `${filled}?${search}`
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function readsAsJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
