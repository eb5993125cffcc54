// Written by `npm run generate`.
import type { Language, MeterId } from '@kinora/contract'

/** The names of meters, from the texts of the areas that declare them. */
export const meterNames: Readonly<Record<MeterId, Readonly<Record<Language, string>>>> = {
  'encoding-hd': {"en":"Encoded up to 1080p","hi":"1080p तक एन्कोड","ar":"ترميز حتى 1080p","te":"1080p వరకు ఎన్‌కోడింగ్"},
  'encoding-uhd': {"en":"Encoded above 1080p","hi":"1080p से ऊपर एन्कोड","ar":"ترميز فوق 1080p","te":"1080p పైన ఎన్‌కోడింగ్"},
  'stored-time': {"en":"Stored","hi":"स्टोर किया गया","ar":"التخزين","te":"నిల్వ"},
  'stored-bytes': {"en":"Storage space","hi":"स्टोरेज स्पेस","ar":"مساحة التخزين","te":"నిల్వ స్థలం"},
  'live-streaming': {"en":"Live streaming","hi":"लाइव स्ट्रीमिंग","ar":"البث المباشر","te":"లైవ్ స్ట్రీమింగ్"},
  'live-recording': {"en":"Live recording","hi":"लाइव रिकॉर्डिंग","ar":"تسجيل البث المباشر","te":"లైవ్ రికార్డింగ్"},
  'ads': {"en":"Ads shown","hi":"दिखाए गए विज्ञापन","ar":"الإعلانات المعروضة","te":"చూపిన ప్రకటనలు"},
  'transcripts': {"en":"Transcribed","hi":"ट्रांसक्राइब किया गया","ar":"النسخ النصي","te":"ట్రాన్‌స్క్రైబ్ చేసినది"},
  'campaigns': {"en":"Ads of campaigns shown","hi":"दिखाए गए कैंपेन विज्ञापन","ar":"إعلانات الحملات المعروضة","te":"చూపిన క్యాంపెయిన్ ప్రకటనలు"},
  'portrait': {"en":"Portrait PRO","hi":"पोर्ट्रेट PRO","ar":"بورتريه PRO","te":"పోర్ట్రెయిట్ PRO"},
  'vconnect': {"en":"V-Connect","hi":"वी-कनेक्ट","ar":"في-كونكت","te":"వి-కనెక్ట్"},
  'vconnect-bytes': {"en":"V-Connect traffic","hi":"वी-कनेक्ट ट्रैफ़िक","ar":"حركة في-كونكت","te":"వి-కనెక్ట్ ట్రాఫిక్"},
  'streaming': {"en":"Streamed","hi":"स्ट्रीम किया गया","ar":"المشاهدة","te":"స్ట్రీమింగ్"},
}
