import { secondFactor } from '@kinora/contract/identity/people'
import { type FormEvent, useEffect, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { problemText } from '../../../lib/texts'
import { Button } from '../../../ui/button'
import { CodeField } from '../../../ui/code-field'
import { TextField } from '../../../ui/text-field'
import { FormProblem } from '../form-problem'
import { recoveryCode } from '../recovery-code'

interface FactorCodeProps {
  /** The id of the form, for a submit button outside of it. */
  readonly id?: string
  readonly error: unknown
  readonly busy: boolean
  readonly onCode: (code: string) => void
  /** The label of the submit button, if the form has its own. */
  readonly submit?: string
  /** Whether the sixth digit submits the form. */
  readonly sendsAtOnce?: boolean
}

/** Asks for a second-factor code: six digits, or a recovery code. */
export function FactorCode(props: FactorCodeProps) {
  const { id, error, busy, onCode, submit, sendsAtOnce = true } = props
  const t = useText()
  const [spare, setSpare] = useState(false)
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const wrong = error instanceof Problem && error.id === 'second-factor-wrong' ? error : undefined
  useEffect(() => {
    if (!wrong) return
    setFault(problemText(t, wrong))
    setTyped('')
  }, [wrong, t])

  const change = (text: string) => {
    setTyped(text)
    if (text !== '') setFault(undefined)
  }
  const give = (text: string) => {
    const code = spare ? recoveryCode(text) : text
    if (busy) return
    if (secondFactor.safeParse(code).success) onCode(code)
    else setFault(spare ? t('identity:secondStep.spareForm') : t('messages.otp'))
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    give(typed)
  }
  const swap = () => {
    setSpare(!spare)
    setTyped('')
    setFault(undefined)
  }
  return (
    <form id={id} onSubmit={send} noValidate className="flex flex-col items-stretch gap-4">
      {spare ? (
        <TextField
          key="spare"
          large
          ltr
          autoFocus
          autoComplete="off"
          label={t('identity:secondStep.spare')}
          help={t('identity:secondStep.spareHelp')}
          value={typed}
          error={fault}
          onChange={change}
        />
      ) : (
        <CodeField
          key="digits"
          autoFocus
          label={t('identity:secondStep.digits')}
          value={typed}
          error={fault}
          onChange={change}
          {...(sendsAtOnce && { onComplete: give })}
        />
      )}
      {!wrong && <FormProblem error={error} />}
      {submit !== undefined && (
        <Button type="submit" variant="primary" size="large" busy={busy} className="mt-1">
          {submit}
        </Button>
      )}
      <Button variant="link" size="small" onPress={swap} className="-ms-2.5 self-start">
        {spare ? t('identity:secondStep.useDigits') : t('identity:secondStep.useSpare')}
      </Button>
    </form>
  )
}
