import type { Language } from '../core/language.ts'

/** What commands let voices say to try them. */
export const SAMPLE_TEXTS: Readonly<Record<Language, string>> = {
  eng: 'Please meet me near the old bridge. The evening train leaves at seven, and nobody likes to wait in the rain.',
  spa: 'Nos vemos cerca del puente viejo. El tren sale a las siete, y a nadie le gusta esperar bajo la lluvia.',
  jpn: '古い橋の近くで会いましょう。電車は七時に出ます。雨の中で待つのは嫌です。',
  por: 'Encontre-me perto da ponte velha. O trem sai às sete, e ninguém gosta de esperar na chuva.',
  ger: 'Treffen wir uns an der alten Brücke. Der Zug fährt um sieben, und niemand wartet gern im Regen.',
  ara: 'نلتقي قرب الجسر القديم. يغادر القطار في السابعة.',
  fra: 'Retrouvons-nous près du vieux pont. Le train part à sept heures, et personne n’aime attendre sous la pluie.',
  hin: 'पुराने पुल के पास मिलिए। गाड़ी सात बजे जाती है, और बारिश में कोई रुकना नहीं चाहता।',
  heb: 'ניפגש ליד הגשר הישן. הרכבת יוצאת בשבע, ואף אחד לא אוהב לחכות בגשם.',
}
