import { createFileRoute } from '@tanstack/react-router'
import { SettingsIndex } from '../../../app/settings/settings-index'

export const Route = createFileRoute('/$environmentId/settings/')({ component: SettingsIndex })
