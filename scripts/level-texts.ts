import type { Language } from '../src/core/language.ts'

/** Target loudness of all voices. All engines reach it with nearly unchanged peaks. */
export const LEVEL = { targetLufs: -21, mostOffLu: 1.5, peakLimitDb: -1 } as const

/**
 * Texts for every voice of a language: `measured` sets its gain, `heldOut` checks it. Loudness varies by up to 2 LU
 * between sentences, so `measured` must have several.
 */
export interface LevelTexts {
  readonly measured: string
  readonly heldOut: string
}

export const LEVEL_TEXTS: Readonly<Record<Language, LevelTexts>> = {
  eng: {
    measured:
      'Please meet me near the old bridge before the evening train leaves town. The shop on the corner sells bread, cheese and fresh fruit. Would you rather walk, or wait for the bus? Your parcel will arrive on Thursday between nine and noon. Thank you for calling; how may I help you today? Nobody knew why the lights had gone out.',
    heldOut:
      'We open at eight every morning except Sunday. The results were better than anyone had hoped. Can you hear me now, or should I speak louder?',
  },
  spa: {
    measured:
      'Nos vemos mañana cerca del puente viejo, antes de que salga el tren. La tienda de la esquina vende pan, queso y fruta fresca. ¿Prefieres caminar o esperar el autobús? Su paquete llegará el jueves entre las nueve y las doce. Gracias por llamar, ¿en qué puedo ayudarle hoy?',
    heldOut:
      'Abrimos a las ocho todos los días menos el domingo. El resultado fue mejor de lo que esperábamos. ¿Me oye bien ahora?',
  },
  jpn: {
    measured:
      '明日の朝、古い橋の近くで会いましょう。角の店ではパンとチーズと果物を売っています。歩きますか、それともバスを待ちますか。お荷物は木曜日の午前中に届きます。お電話ありがとうございます。今日はどうされましたか。',
    heldOut: '店は日曜日のほかは毎朝八時に開きます。結果は思ったよりも良かったです。聞こえますか。',
  },
  por: {
    measured:
      'Amanhã nos vemos perto da ponte velha, antes que o trem saia. A loja da esquina vende pão, queijo e frutas frescas. Você prefere caminhar ou esperar o ônibus? Sua encomenda chegará na quinta-feira entre nove e doze horas. Obrigado por ligar, como posso ajudar hoje?',
    heldOut:
      'Abrimos às oito horas todos os dias, menos no domingo. O resultado foi melhor do que esperávamos. Você me ouve bem agora?',
  },
  ger: {
    measured:
      'Wir treffen uns morgen an der alten Brücke, bevor der Zug fährt. Der Laden an der Ecke verkauft Brot, Käse und frisches Obst. Möchtest du laufen oder auf den Bus warten? Ihr Paket kommt am Donnerstag zwischen neun und zwölf Uhr. Danke für Ihren Anruf, wie kann ich Ihnen helfen?',
    heldOut:
      'Wir öffnen jeden Morgen um acht, außer am Sonntag. Das Ergebnis war besser, als alle gehofft hatten. Können Sie mich jetzt hören?',
  },
  ara: {
    measured:
      'نلتقي غدا قرب الجسر القديم قبل أن يغادر القطار. يبيع الدكان الخبز والجبن والفواكه. هل تفضل المشي أم انتظار الحافلة؟ ستصل الرسالة يوم الخميس في الصباح. شكرا على اتصالك، كيف يمكنني أن أساعدك اليوم؟',
    heldOut: 'نفتح كل يوم في الثامنة صباحا ما عدا الجمعة. كانت النتيجة أفضل مما توقعنا. هل تسمعني الآن؟',
  },
  fra: {
    measured:
      "Nous nous retrouvons demain près du vieux pont, avant le départ du train. La boutique du coin vend du pain, du fromage et des fruits. Préférez-vous marcher ou attendre le bus ? Votre colis arrivera jeudi entre neuf heures et midi. Merci de votre appel, comment puis-je vous aider aujourd'hui ?",
    heldOut:
      "Nous ouvrons à huit heures tous les matins, sauf le dimanche. Le résultat est meilleur que prévu. M'entendez-vous bien maintenant ?",
  },
  hin: {
    measured:
      'हम कल सुबह पुराने पुल के पास मिलेंगे। कोने की दुकान रोटी, पनीर और ताज़े फल बेचती है। क्या आप पैदल चलेंगे या बस का इंतज़ार करेंगे? आपका सामान गुरुवार की सुबह पहुँचेगा। फ़ोन करने के लिए धन्यवाद, मैं आपकी क्या मदद कर सकता हूँ?',
    heldOut: 'हम रविवार को छोड़कर हर सुबह आठ बजे खोलते हैं। नतीजा उम्मीद से बेहतर रहा। क्या आप मुझे अब सुन पा रहे हैं?',
  },
  heb: {
    measured:
      'ניפגש מחר ליד הגשר הישן לפני שהרכבת יוצאת. החנות בפינה מוכרת לחם, גבינה ופירות טריים. אתם מעדיפים ללכת ברגל או לחכות לאוטובוס? החבילה תגיע ביום חמישי בבוקר. תודה שהתקשרתם, איך אפשר לעזור לכם היום?',
    heldOut: 'אנחנו פותחים כל בוקר בשמונה, חוץ משבת. התוצאה הייתה טובה ממה שקיווינו. שומעים אותי עכשיו?',
  },
}
