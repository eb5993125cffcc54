import { Record } from '@phosphor-icons/react/dist/csr/Record'
import { useText } from '../../../lib/i18n'
import { FirstUse } from '../../../ui/first-use'
import { LinkButton } from '../../../ui/link-button'
import { useRights, useWorkspace } from '../../identity'
import { TestPicture } from '../streams/test-picture'

const steps = ['record', 'live', 'keep'] as const

/** Replaces the list of an environment without recordings. */
export function NoRecordings() {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = useRights('Livestreams', 'Livestream')
  return (
    <FirstUse
      picture={<TestPicture icon={<Record size={40} />} />}
      title={t('live:recordings.firstUse.title')}
      about={t('live:recordings.firstUse.about')}
      steps={steps.map((step) => t(`live:recordings.firstUse.steps.${step}`))}
    >
      {rights.read && (
        <LinkButton
          variant="primary"
          to="/$environmentId/live-stream"
          params={{ environmentId: environment.id }}
        >
          {t('live:stream.gone.back')}
        </LinkButton>
      )}
    </FirstUse>
  )
}
