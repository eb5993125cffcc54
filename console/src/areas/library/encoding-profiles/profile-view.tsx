import type { EncodingProfile } from '@kinora/contract'
import { Lock } from '@phosphor-icons/react/dist/csr/Lock'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { Section } from '../../../ui/section'
import { useRights } from '../../identity'
import { codecName } from '../parts/media-names'
import { LadderPanel } from './ladder/ladder-panel'
import { RungList } from './ladder/rung-list'
import { useLadder } from './ladder/use-ladder'
import { ProfileLayout } from './profile-layout'

interface ProfileViewProps {
  readonly profile: EncodingProfile
  readonly onCopy: (profile: EncodingProfile) => void
}

/** The settings of a profile that is built in, or that the user may not change. */
export function ProfileView({ profile, onCopy }: ProfileViewProps) {
  const t = useText()
  const rights = useRights('Settings', 'Encoding Profile')
  const ladder = useLadder(profile)
  return (
    <>
      {profile.builtIn !== null && (
        <div className="pt-4">
          <Banner
            tone="info"
            icon={<Lock size={16} aria-hidden />}
            action={
              rights.create && (
                <Button size="small" onPress={() => onCopy(profile)}>
                  {t('library:profiles.copy')}
                </Button>
              )
            }
          >
            {t('library:profiles.builtInAbout')}
          </Banner>
        </div>
      )}
      <ProfileLayout
        start={
          <Section title={t('library:profiles.sizes')} about={t('library:profiles.sizesAbout')}>
            <div className="pt-3">
              <RungList profile={profile} ladder={ladder} />
            </div>
          </Section>
        }
        aside={<LadderPanel ladder={ladder} />}
        rest={
          <Section title={t('library:profiles.more')}>
            <Facts profile={profile} />
          </Section>
        }
      />
    </>
  )
}

function Facts({ profile }: { readonly profile: EncodingProfile }) {
  const t = useText()
  const format = useFormat()
  const { codecs, maxFrameRate, perTitle, keepsOriginal, audio, watermark } = profile
  const onOff = (on: boolean) => t(on ? 'library:profiles.on' : 'library:profiles.off')
  const facts = [
    [t('library:profiles.codecs'), format.list(codecs.map(codecName))],
    [
      t('library:profiles.frameRate'),
      maxFrameRate === null
        ? t('library:profiles.asSource')
        : t('library:profiles.atMostFps', { rate: format.number(maxFrameRate) }),
    ],
    [t('library:profiles.perTitle'), onOff(perTitle)],
    [t('library:profiles.keepsOriginal'), onOff(keepsOriginal)],
    [t('library:profiles.audioBitrate'), format.bitrate(audio.kbps * 1000)],
    [t('library:profiles.channels'), t(`library:profiles.channelsOf.${audio.channels}`)],
    [
      t('library:profiles.loudness'),
      audio.loudness === null
        ? t('library:profiles.loudnessAsIs')
        : t('library:profiles.lufs', { target: format.number(audio.loudness) }),
    ],
    [t('library:profiles.asRung'), onOff(audio.asRung === true)],
    [t('library:profiles.watermark'), onOff(watermark !== null)],
  ] as const
  return (
    <dl className="text-13">
      {facts.map(([name, value]) => (
        <div key={name} className="grid grid-cols-2 gap-4 border-b border-rule py-2.5">
          <dt className="text-ink-2">{name}</dt>
          <dd className="text-ink">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
