import type { SocialApp } from '@kinora/contract'
import { networkProfiles } from '@kinora/contract/social/networks'
import { socialPostLimits } from '@kinora/contract/social/values'
import { type FormEvent, useId, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Checkbox } from '../../../ui/checkbox'
import { FormDialog } from '../../../ui/form-dialog'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { networkName } from '../network-mark'
import { useSetApp } from '../queries'

/** Dialog that enters or changes the app of a network. The secret is never shown again. */
export function AppForm({ app, onClose }: { readonly app: SocialApp; readonly onClose: () => void }) {
  const t = useText()
  const formId = useId()
  const [start] = useState({ clientId: app.clientId ?? '', clientSecret: '', isAudited: app.isAudited })
  const [typed, setTyped] = useState(start)
  const [tried, setTried] = useState(false)
  const save = useSetApp(app.network)
  // The secret of one app is worth nothing with another.
  const needsSecret = app.clientId === null || typed.clientId.trim() !== app.clientId
  const isMissing = {
    clientId: typed.clientId.trim() === '',
    clientSecret: needsSecret && typed.clientSecret === '',
  }
  const change = (next: Partial<typeof typed>) => setTyped({ ...typed, ...next })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isMissing.clientId || isMissing.clientSecret || save.isPending) return
    const { clientSecret, isAudited } = typed
    const secret = clientSecret.trim()
    save.mutate(
      { clientId: typed.clientId.trim(), isAudited, ...(secret !== '' && { clientSecret: secret }) },
      {
        onSuccess: () => {
          toast({ text: t('social:accounts.apps.saved'), tone: 'good' })
          onClose()
        },
      },
    )
  }
  const fault = (isWrong: boolean) => (tried && isWrong ? t('messages.required') : undefined)
  return (
    <FormDialog
      title={t('social:accounts.apps.enterFor', { network: networkName(app.network) })}
      dirty={JSON.stringify(typed) !== JSON.stringify(start)}
      busy={save.isPending}
      onClose={onClose}
      cancel={t('social:accounts.apps.cancel')}
      submit={{ form: formId, label: t('social:accounts.apps.save') }}
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4 pt-2">
        <TextField
          autoFocus
          ltr
          label={t('social:accounts.apps.clientId')}
          value={typed.clientId}
          maxLength={socialPostLimits.clientId}
          autoComplete="off"
          onChange={(clientId) => change({ clientId })}
          error={fault(isMissing.clientId)}
        />
        <TextField
          ltr
          type="password"
          label={t('social:accounts.apps.clientSecret')}
          value={typed.clientSecret}
          maxLength={socialPostLimits.clientSecret}
          autoComplete="off"
          onChange={(clientSecret) => change({ clientSecret })}
          {...(!needsSecret && { help: t('social:accounts.apps.secretKept') })}
          error={fault(isMissing.clientSecret)}
        />
        {networkProfiles[app.network].needsAudit && (
          <Checkbox checked={typed.isAudited} onChange={(isAudited) => change({ isAudited })}>
            {t('social:accounts.apps.audited')}
          </Checkbox>
        )}
        <FormProblem error={save.error} />
      </form>
    </FormDialog>
  )
}
