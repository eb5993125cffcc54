import { Broadcast } from '@phosphor-icons/react/dist/csr/Broadcast'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { FirstUse } from '../../../ui/first-use'
import { TestPicture } from './test-picture'

interface NoStreamsProps {
  readonly mayCreate: boolean
  readonly onCreate: () => void
}

const steps = ['create', 'connect', 'watch'] as const

/** Replaces the list of an environment without live streams. */
export function NoStreams({ mayCreate, onCreate }: NoStreamsProps) {
  const t = useText()
  return (
    <FirstUse
      picture={<TestPicture icon={<Broadcast size={40} />} />}
      title={t('live:streams.firstUse.title')}
      about={t('live:streams.firstUse.about')}
      steps={steps.map((step) => t(`live:streams.firstUse.steps.${step}`))}
    >
      {mayCreate ? (
        <Button variant="primary" size="large" icon={<Plus size={16} />} onPress={onCreate}>
          {t('live:streams.new')}
        </Button>
      ) : (
        <p className="text-ink-3">{t('live:streams.firstUse.role')}</p>
      )}
    </FirstUse>
  )
}
