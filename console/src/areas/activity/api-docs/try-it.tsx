import { PaperPlaneTilt } from '@phosphor-icons/react/dist/csr/PaperPlaneTilt'
import { type FormEvent, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { CodeBlock } from '../../../ui/code-block'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { PasswordField } from '../../../ui/password-field'
import { TextArea } from '../../../ui/text-area'
import { TextField } from '../../../ui/text-field'
import { useWorkspace } from '../../identity'
import type { ApiCall } from '../openapi-document'
import { type TrialAnswer, useTrial } from '../records/queries'
import { sampleOf } from './examples'

interface TryItProps {
  readonly call: ApiCall
  readonly token: string
  readonly onTokenChange: (token: string) => void
}

/** A form that makes the real call with the rights of the signed-in user, or of an API token. Asks before a change. */
export function TryIt({ call, token, onTokenChange }: TryItProps) {
  const t = useText()
  const { environment } = useWorkspace()
  const trial = useTrial(environment.id)
  const shownParameters = call.parameters.filter((parameter) => parameter.in !== 'header')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [body, setBody] = useState(() => (call.body ? JSON.stringify(sampleOf(call.body), null, 2) : ''))
  const missing = shownParameters.some(({ name, required }) => required && !values[name]?.trim())
  const isJson = call.body === null || readsAsJson(body)
  const [isAsking, setAsking] = useState(false)
  const secret = call.takesToken ? token.trim() : ''
  const address = addressOf(call, values)
  const send = () => {
    setAsking(false)
    trial.mutate({ method: call.method, address, body: call.body ? body : null, token: secret })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (missing || !isJson || trial.isPending) return
    if (call.method === 'GET') send()
    else setAsking(true)
  }
  const consequence =
    secret === ''
      ? t(call.method === 'GET' ? 'activity:docs.tryReads' : 'activity:docs.tryChanges', {
          environment: environment.name,
        })
      : t(call.method === 'GET' ? 'activity:docs.tokenReads' : 'activity:docs.tokenChanges')

  return (
    <section className="pt-6">
      <h3 className="border-b border-rule-2 pb-2 text-14 font-head">{t('activity:docs.try')}</h3>
      <p className="pt-2 text-13 text-ink-3">{consequence}</p>
      <form onSubmit={submit} className="flex flex-col gap-3 pt-3">
        {call.takesToken && (
          <div className="sm:max-w-96">
            <PasswordField
              optional
              label={t('activity:docs.token')}
              help={t('activity:docs.tokenHelp')}
              autoComplete="off"
              value={token}
              onChange={onTokenChange}
            />
          </div>
        )}
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
      <ConfirmDialog
        title={t('activity:docs.confirmTitle', { call: call.id })}
        confirm={t('activity:docs.send')}
        cancel={t('activity:docs.cancel')}
        danger={call.method === 'DELETE'}
        isOpen={isAsking}
        onOpenChange={setAsking}
        onConfirm={send}
      >
        <p>{consequence}</p>
        <p dir="ltr" className="pt-2 text-start font-code text-12 wrap-anywhere text-ink">
          {call.method} {address}
        </p>
      </ConfirmDialog>
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
