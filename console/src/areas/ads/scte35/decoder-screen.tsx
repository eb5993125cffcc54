import type { Scte35Message } from '@kinora/contract'
import { Waveform } from '@phosphor-icons/react/dist/csr/Waveform'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useDebouncedInput } from '../../../lib/hooks/use-debounced-input'
import { useText } from '../../../lib/i18n'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { Button } from '../../../ui/button'
import { ErrorState } from '../../../ui/error-state'
import { Page } from '../../../ui/page'
import { Section } from '../../../ui/section'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { TextArea } from '../../../ui/text-area'
import { NoAccess, useRights, useWorkspace } from '../../identity'
import { decodedQuery } from '../queries'
import { examples } from './examples'
import { CommandFields, DescriptorFields, Fields } from './fields'
import { reasonOf } from './reason'

const route = getRouteApi('/$environmentId/ad_insertion_/scte35')

/** Decoder for SCTE-35 messages. The message is in the URL. */
export function DecoderScreen() {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = useRights('Ad Insertion', 'Channel')
  const { message } = route.useSearch()
  const navigate = route.useNavigate()
  const show = (next: string) => void navigate({ search: { message: next }, replace: true })
  const [typed, setTyped] = useDebouncedInput(message, show)
  const decoded = useQuery({
    ...decodedQuery(environment.id, message),
    enabled: rights.read && message !== '',
  })
  const reason = reasonOf(decoded.error)
  return (
    <Page
      title={t('ads:scte35.title')}
      crumbs={
        <Breadcrumbs>
          <Link to="/$environmentId/ad_insertion" params={{ environmentId: environment.id }} search={{}}>
            {t('ads:channels.title')}
          </Link>
        </Breadcrumbs>
      }
      noAccess={!rights.read && <NoAccess what={t('ads:channels.title')} />}
    >
      <div className="flex max-w-[720px] flex-col gap-6 pt-3">
        <div className="flex flex-col gap-3">
          <div className="[&_textarea]:font-code [&_textarea]:[direction:ltr]">
            <TextArea
              label={t('ads:scte35.message')}
              help={t('ads:scte35.help')}
              value={typed}
              onChange={setTyped}
              {...(reason !== null && { error: t(`ads:scte35.reasons.${reason}`) })}
            />
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <span className="text-12 text-ink-3">{t('ads:scte35.examples')}</span>
            {examples.map((example) => (
              <Button key={example.name} size="small" onPress={() => show(example.message)}>
                {t(`ads:scte35.example.${example.meaning}`)}
              </Button>
            ))}
          </div>
        </div>
        {message === '' ? (
          <State icon={<Waveform size={20} />} title={t('ads:scte35.none')}>
            {t('ads:scte35.about')}
          </State>
        ) : decoded.data ? (
          <Decoded message={decoded.data} />
        ) : reason === null && decoded.error ? (
          <ErrorState
            title={t('ads:scte35.failed')}
            error={decoded.error}
            busy={decoded.isFetching}
            onRetry={() => void decoded.refetch()}
          />
        ) : (
          decoded.isPending && <Skeleton className="h-60 w-full" />
        )}
      </div>
    </Page>
  )
}

function Decoded({ message }: { readonly message: Scte35Message }) {
  const t = useText()
  const { spliceCommand, spliceDescriptors, encryptionAlgorithm, ptsAdjustment, tier, cwIndex, sapType } =
    message
  const descriptors = spliceDescriptors.map((descriptor, index) => ({
    descriptor,
    key: `${index} ${descriptor.name}`,
  }))
  return (
    <div className="flex flex-col gap-6">
      {spliceCommand !== null && (
        <Section title={t('ads:scte35.command', { name: spliceCommand.name })}>
          <dl className="divide-y divide-rule">
            <CommandFields command={spliceCommand} />
          </dl>
        </Section>
      )}
      {descriptors.map(({ descriptor, key }) => (
        <Section key={key} title={t('ads:scte35.descriptor', { name: descriptor.name })}>
          <dl className="divide-y divide-rule">
            <DescriptorFields descriptor={descriptor} />
          </dl>
        </Section>
      ))}
      <Section
        title={t('ads:scte35.section')}
        {...(encryptionAlgorithm !== null && { about: t('ads:scte35.encrypted') })}
      >
        <dl className="divide-y divide-rule">
          <Fields values={{ encryptionAlgorithm, ptsAdjustment, tier, cwIndex, sapType }} />
        </dl>
      </Section>
    </div>
  )
}
