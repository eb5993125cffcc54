import type { EncodingProfile } from '@kinora/contract'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Chip } from '../../../ui/chip'
import type { Column } from '../../../ui/table-parts'
import { codecName } from '../parts/media-names'
import { type ProfileActions, ProfileMenu } from './profile-menu'
import { useProfileName } from './profile-name'

export function useProfileColumns(actions: ProfileActions): readonly Column<EncodingProfile>[] {
  const t = useText()
  const format = useFormat()
  const profileName = useProfileName()
  return [
    {
      id: 'name',
      head: t('library:profiles.name'),
      cell: (profile) => (
        <span className="block">
          <span className="flex items-center gap-2">
            <Link
              to="/$environmentId/settings/encoding-profiles/$profileId"
              params={(old) => ({ ...old, environmentId: profile.environmentId, profileId: profile.id })}
              dir="auto"
              className="cut own-way block font-mid text-ink hover:underline"
            >
              {profileName(profile)}
            </Link>
            {profile.isDefault && <Chip>{t('library:profiles.default')}</Chip>}
          </span>
          {profile.builtIn !== null && (
            <span className="cut block text-12 text-ink-3">{t('library:profiles.ofProduct')}</span>
          )}
        </span>
      ),
    },
    {
      id: 'codecs',
      head: t('library:profiles.codecs'),
      width: '20%',
      cell: ({ codecs }) => (
        <span className="cut block text-ink-2">{format.list(codecs.map(codecName))}</span>
      ),
    },
    {
      id: 'sizes',
      head: t('library:profiles.sizes'),
      width: '132px',
      from: 'sm',
      cell: ({ rungs }) => (
        <span className="tabular text-ink-2" dir="ltr">
          {[...new Set([rungs[0]?.lines, rungs.at(-1)?.lines])].map((lines) => `${lines}p`).join(' – ')}
        </span>
      ),
    },
    {
      id: 'more',
      head: t('library:profiles.more'),
      width: '28%',
      from: 'md',
      cell: ({ perTitle, watermark, audio: { loudness } }) => (
        <span className="cut block text-ink-2">
          {format.list([
            ...(perTitle ? [t('library:profiles.perTitleShort')] : []),
            ...(loudness === null ? [] : [t('library:profiles.lufs', { target: format.number(loudness) })]),
            ...(watermark === null ? [] : [t('library:profiles.watermark')]),
          ])}
        </span>
      ),
    },
    {
      id: 'menu',
      head: t('library:profiles.actions'),
      quietHead: true,
      width: '40px',
      cell: (profile) => <ProfileMenu profile={profile} {...actions} />,
    },
  ]
}
