// Written by `npm run generate`.
import { accountSettings } from './areas/identity/accounts/settings.ts'
import { securityLogSettings } from './areas/identity/security-log/settings.ts'
import { playbackSettings } from './areas/delivery/playback/settings.ts'
import { encodingSettings } from './areas/library/encoding/settings.ts'
import { uploadSettings } from './areas/library/uploads/settings.ts'
import { nodeSettings } from './areas/live/node/settings.ts'
import { languageModelSettings } from './areas/intelligence/enrichment/settings.ts'
import { speechSettings } from './areas/intelligence/transcripts/settings.ts'
import { videoAnalysisSettings } from './areas/intelligence/video-analysis/settings.ts'
import { watchSettings } from './areas/intake/folders/settings.ts'
import { socialSettings } from './areas/social/networks/settings.ts'
import { vconnectSettings } from './areas/vconnect/settings.ts'
import { geoSettings } from './areas/analytics/geo/settings.ts'
import { viewSettings } from './areas/analytics/views/settings.ts'
import { warehouseSettings } from './areas/analytics/warehouse/settings.ts'
import { alertSettings } from './areas/alerts/rules/settings.ts'
import { reportSettings } from './areas/reports/reports/settings.ts'
import type { SettingsOf } from './platform/settings.ts'

export const areaSettings = [accountSettings, securityLogSettings, playbackSettings, encodingSettings, uploadSettings, nodeSettings, languageModelSettings, speechSettings, videoAnalysisSettings, watchSettings, socialSettings, vconnectSettings, geoSettings, viewSettings, warehouseSettings, alertSettings, reportSettings] as const

declare module './platform/config.ts' {
  interface Config extends
    SettingsOf<typeof accountSettings>,
    SettingsOf<typeof securityLogSettings>,
    SettingsOf<typeof playbackSettings>,
    SettingsOf<typeof encodingSettings>,
    SettingsOf<typeof uploadSettings>,
    SettingsOf<typeof nodeSettings>,
    SettingsOf<typeof languageModelSettings>,
    SettingsOf<typeof speechSettings>,
    SettingsOf<typeof videoAnalysisSettings>,
    SettingsOf<typeof watchSettings>,
    SettingsOf<typeof socialSettings>,
    SettingsOf<typeof vconnectSettings>,
    SettingsOf<typeof geoSettings>,
    SettingsOf<typeof viewSettings>,
    SettingsOf<typeof warehouseSettings>,
    SettingsOf<typeof alertSettings>,
    SettingsOf<typeof reportSettings> {}
}
