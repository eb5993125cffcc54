import { ShareNetwork } from '@phosphor-icons/react/dist/csr/ShareNetwork'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { problemText } from '../../../lib/texts'
import { LinkButton } from '../../../ui/link-button'
import { Spinner } from '../../../ui/spinner'
import { State } from '../../../ui/state'
import { toast } from '../../../ui/toast-store'
import { useFinishConnection } from '../queries'
import type { SocialResponse } from './social-response'

/** The page that networks send people back to. */
export function CallbackScreen({ response }: { readonly response: SocialResponse | null }) {
  const t = useText()
  const navigate = useNavigate()
  const { mutate, error } = useFinishConnection()
  const begun = useRef(false)
  const { environmentId = null, code = null } = response ?? {}
  const accounts = {
    to: '/$environmentId/settings/social-accounts',
    params: { environmentId: environmentId ?? '' },
  }
  useEffect(() => {
    if (begun.current || response?.code == null) return
    begun.current = true
    const { state } = response
    mutate(
      { environmentId: response.environmentId, state, code: response.code },
      {
        onSuccess: ({ name }) => {
          toast({ text: t('social:accounts.callback.done', { name: isolate(name) }), tone: 'good' })
          void navigate({
            to: '/$environmentId/settings/social-accounts',
            params: { environmentId: response.environmentId },
            replace: true,
          })
        },
      },
    )
  })
  const isUnderWay = code !== null && error === null
  return (
    <main className="p-6 sm:p-10">
      <title>{t('social:accounts.callback.title')}</title>
      {isUnderWay ? (
        <p role="status" className="flex items-center gap-3 text-ink-2">
          <Spinner />
          {t('social:accounts.callback.busy')}
        </p>
      ) : (
        <State
          headingLevel={1}
          icon={<ShareNetwork size={20} />}
          title={t('social:accounts.callback.failed')}
          actions={
            environmentId !== null && (
              <LinkButton {...accounts} variant="primary">
                {t('social:accounts.callback.back')}
              </LinkButton>
            )
          }
        >
          {error instanceof Problem ? problemText(t, error) : t('social:accounts.callback.refused')}
        </State>
      )}
    </main>
  )
}
