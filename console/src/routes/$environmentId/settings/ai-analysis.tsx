import { createFileRoute } from '@tanstack/react-router'
import { AiSettingsScreen } from '../../../areas/intelligence/settings/ai-settings-screen'

export const Route = createFileRoute('/$environmentId/settings/ai-analysis')({ component: AiSettingsScreen })
