import type { CloudAccount } from '@kinora/contract'
import { cloudAccountBody } from '@kinora/contract/intake/cloud-accounts'
import { accountKinds, accountLimits } from '@kinora/contract/intake/values'
import { issueMessage } from '@kinora/contract/issue-message'
import { type FormEvent, useId, useState } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { messageText } from '../../../lib/message-text'
import { Problem } from '../../../lib/problem'
import { FormDialog } from '../../../ui/form-dialog'
import { Select } from '../../../ui/select'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { useSaveAccount } from '../queries'
import { type AccountFaults, AccountFields } from './account-fields'
import { kindNames } from './kind-names'
import { bodyOf, type TypedAccount, typedAccount, withChange } from './typed-account'

interface AccountFormProps {
  /** Null for a new one. */
  readonly account: CloudAccount | null
  readonly onClose: () => void
  readonly onSaved: (account: CloudAccount) => void
}

/** Dialog that adds an account, or changes one. */
export function AccountForm({ account, onClose, onSaved }: AccountFormProps) {
  const t = useText()
  const formId = useId()
  const [start] = useState(() => typedAccount(account))
  const [typed, setTyped] = useState(start)
  const [faults, setFaults] = useState<AccountFaults>({})
  const save = useSaveAccount(account)
  const stored = account?.secrets ?? []
  const change = (next: Partial<TypedAccount>) => {
    setFaults({})
    setTyped(withChange(typed, next, start))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const body = bodyOf(typed, start)
    const found = faultsOf(t, body, typed, stored)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    save.mutate(body, {
      onSuccess: (saved) => {
        toast({ text: t('intake:accounts.saved', { name: isolate(saved.name) }), tone: 'good' })
        onSaved(saved)
      },
      onError: (error) => {
        const field = error instanceof Problem ? fieldOf(error.id, typed) : null
        if (field === null) return
        setFaults({ [field]: t(`problems.${(error as Problem).id}` as 'problems.name-taken') })
        save.reset()
      },
    })
  }
  return (
    <FormDialog
      title={t(account === null ? 'intake:accounts.new' : 'intake:accounts.edit')}
      dirty={JSON.stringify(typed) !== JSON.stringify(start)}
      busy={save.isPending}
      onClose={onClose}
      cancel={t('intake:accounts.cancel')}
      submit={{ form: formId, label: t('intake:accounts.save') }}
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4 pt-2">
        {account === null && (
          <Select
            label={t('intake:accounts.fields.kind')}
            value={typed.kind}
            onChange={(kind) => change({ kind })}
            options={accountKinds.map((id) => ({ id, label: kindNames[id] }))}
          />
        )}
        <TextField
          autoFocus
          label={t('intake:accounts.fields.name')}
          value={typed.name}
          maxLength={accountLimits.nameLength}
          onChange={(name) => change({ name })}
          error={faults.name}
        />
        <AccountFields typed={typed} faults={faults} stored={stored} onChange={change} />
        <FormProblem error={save.error} />
      </form>
    </FormDialog>
  )
}

/** Faults that the server would find, by field. */
function faultsOf(
  t: ReturnType<typeof useText>,
  body: ReturnType<typeof bodyOf>,
  typed: Pick<TypedAccount, 'kind'>,
  stored: readonly string[],
): AccountFaults {
  const parsed = cloudAccountBody.safeParse(body, { error: issueMessage })
  const issues = parsed.success ? [] : parsed.error.issues
  const found: Record<string, string> = {}
  for (const { path, message } of issues) found[String(path.at(-1))] ??= messageText(t, message)
  const entered = Object.entries(body.secrets ?? {}).flatMap(([name, value]) => (value === null ? [] : name))
  const isWithoutSecret = [...entered, ...stored].every((name) => name === 'passphrase')
  if (isWithoutSecret) found[secretField(typed)] ??= t('problems.cloud-account-secret')
  return found
}

/** The field of the secret that most accounts of a kind have. */
function secretField({ kind }: Pick<TypedAccount, 'kind'>) {
  return kind === 'gcs' ? 'serviceAccountKey' : 'password'
}

/** The field that a problem is about. */
function fieldOf(id: Problem['id'], { kind }: TypedAccount) {
  switch (id) {
    case 'name-taken':
      return 'name'
    case 'cloud-account-secret':
      return secretField({ kind })
    case 'url-not-allowed':
    case 'host-not-allowed':
      if (kind === 's3' || kind === 'gcs' || kind === 'azure') return 'endpoint'
      return kind === 'webdav' ? 'url' : 'host'
    default:
      return null
  }
}
