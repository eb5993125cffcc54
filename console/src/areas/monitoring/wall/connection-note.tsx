import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { problemText } from '../../../lib/texts'
import { Banner } from '../../../ui/banner'
import type { WallConnection } from '../stream/wall-stream'

/** Says that the tiles are not current. */
export function ConnectionNote({ connection }: { readonly connection: WallConnection }) {
  const t = useText()
  if (connection === 'open' || connection === 'connecting') return null
  return (
    <div className="px-2 pt-2 sm:px-3 sm:pt-3">
      <Banner tone={connection === 'lost' ? 'warn' : 'bad'} live>
        {connection instanceof Problem
          ? `${t('monitoring:wall.refused')} ${problemText(t, connection)}.`
          : t('monitoring:wall.lost')}
      </Banner>
    </div>
  )
}
