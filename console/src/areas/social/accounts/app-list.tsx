import type { SocialApp } from '@kinora/contract'
import { networkProfiles } from '@kinora/contract/social/networks'
import { Suspense, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { ConfirmAction } from '../../../ui/confirm-action'
import { CopyText } from '../../../ui/copy-text'
import { Section } from '../../../ui/section'
import { StatusMark } from '../../../ui/status-mark'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights } from '../../identity'
import { NetworkMark, networkName } from '../network-mark'
import { useConnect, useDeleteApp } from '../queries'

const AppForm = lazy(async () => ({ default: (await import('./app-form')).AppForm }))

/** The networks: whether each is set up, and what an administrator does for it. */
export function AppList({ apps }: { readonly apps: readonly SocialApp[] }) {
  const t = useText()
  return (
    <Section title={t('social:accounts.networks')}>
      <ul>
        {apps.map((app) => (
          <li key={app.network} className="border-b border-rule py-4">
            <App app={app} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function App({ app }: { readonly app: SocialApp }) {
  const t = useText()
  const format = useFormat()
  const rights = useRights('Settings', 'Social Media Account')
  const [open, setOpen] = useState<'form' | 'remove' | null>(null)
  const connect = useConnect()
  const remove = useDeleteApp()
  const notDone = useProblemToast(t('social:accounts.notDone'))
  const { network, clientId, isAudited, redirectUri, quotaUntil } = app
  const name = networkName(network)
  const isSetUp = clientId !== null
  const isReady = isAudited || !networkProfiles[network].needsAudit
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-64 gap-3">
          <span className="pt-px">
            <NetworkMark network={network} size={20} />
          </span>
          <div className="min-w-0">
            <p className="font-mid">
              {isSetUp ? name : t('social:accounts.apps.notSetUp', { network: name })}
            </p>
            {isSetUp && (
              <div className="flex flex-col gap-1 pt-1">
                <StatusMark tone={isReady ? 'good' : 'draft'}>
                  {t(isReady ? 'social:accounts.apps.setUp' : 'social:accounts.apps.notAudited')}
                </StatusMark>
                {quotaUntil !== null && new Date(quotaUntil) > new Date() && (
                  <StatusMark tone="warn">
                    {t('social:accounts.apps.quota', { at: format.moment(quotaUntil) })}
                  </StatusMark>
                )}
              </div>
            )}
          </div>
        </div>
        <div className="flex flex-wrap gap-2 max-sm:ps-8">
          {isSetUp && rights.delete && (
            <Button variant="quiet" onPress={() => setOpen('remove')}>
              {t('social:accounts.apps.remove')}
            </Button>
          )}
          {rights.update && (
            <Button variant={isSetUp ? 'second' : 'primary'} onPress={() => setOpen('form')}>
              {isSetUp ? t('social:accounts.apps.edit') : t('social:accounts.apps.enter', { network: name })}
            </Button>
          )}
          {isSetUp && rights.create && (
            <Button
              variant="primary"
              busy={connect.isPending}
              onPress={() => connect.mutate({ network }, { onError: notDone })}
            >
              {t('social:accounts.connect', { network: name })}
            </Button>
          )}
        </div>
      </div>
      <div className="flex flex-col gap-3 ps-8 pt-3 text-13 text-ink-2">
        <p className="flex min-w-0 flex-wrap items-center gap-x-3">
          <span className="text-ink-3">{t('social:accounts.apps.redirect')}</span>
          <CopyText text={redirectUri} label={t('social:accounts.apps.redirect')} />
        </p>
        {!isSetUp && <Steps network={network} />}
      </div>
      <Suspense>{open === 'form' && <AppForm app={app} onClose={() => setOpen(null)} />}</Suspense>
      {open === 'remove' && (
        <ConfirmAction
          mutation={remove}
          of={network}
          title={t('social:accounts.apps.removeTitle', { network: name })}
          confirm={t('social:accounts.apps.remove')}
          cancel={t('social:accounts.delete.keep')}
          done={t('social:accounts.apps.removed')}
          failed={t('social:accounts.notDone')}
          onClose={() => setOpen(null)}
        >
          {t('social:accounts.apps.removeAbout')}
        </ConfirmAction>
      )}
    </>
  )
}

const steps = ['one', 'two', 'three', 'four'] as const

/** The demands of a network before it can be used. */
function Steps({ network }: Pick<SocialApp, 'network'>) {
  const t = useText()
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-1 text-act-text">
        {t('social:accounts.apps.how', { network: networkName(network) })}
      </summary>
      <ol className="flex max-w-(--w-text) list-decimal flex-col gap-1 ps-5 pt-3">
        {steps.map((step) => (
          <li key={step}>{t(`social:accounts.apps.steps.${network}.${step}`)}</li>
        ))}
      </ol>
      <p className="pt-3">
        <a
          href={networkProfiles[network].consoleUrl}
          target="_blank"
          rel="noreferrer"
          className="text-act-text hover:underline"
        >
          {t('social:accounts.apps.console', { network: networkName(network) })}
        </a>
      </p>
    </details>
  )
}
