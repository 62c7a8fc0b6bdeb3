export interface Currency {
  readonly one: string
  readonly many: string
  /** A hundredth; undefined where none is in use. */
  readonly cent?: { readonly one: string; readonly many: string }
}

/** Codes and marks, the name, its plural if not with an s, the hundredth and its plural. */
const TABLE = `
$|dollar|dollars|cent|cents
US$ U.S.$ USD USD$|U S dollar|U S dollars|cent|cents
A$ AU$ AUD AUD$|Australian dollar|Australian dollars|cent|cents
C$ CA$ Cdn$ Can$ CAD CAD$|Canadian dollar|Canadian dollars|cent|cents
HK$ HKD HKD$|Hong Kong dollar|Hong Kong dollars|cent|cents
NZ$ NZD NZD$|New Zealand dollar|New Zealand dollars|cent|cents
S$ SG$ SGD SGD$|Singapore dollar|Singapore dollars|cent|cents
NT$ TWD TWD$|Taiwan dollar|Taiwan dollars|cent|cents
J$ JMD|Jamaican dollar|Jamaican dollars|cent|cents
TT$ TTD|Trinidad dollar|Trinidad dollars|cent|cents
R$ BRL|Brazilian real|Brazilian reais|centavo|centavos
MX$ Mex$ MXN MXN$|Mexican peso|Mexican pesos|centavo|centavos
ARS|Argentine peso|Argentine pesos|centavo|centavos
CLP|Chilean peso|Chilean pesos
COP|Colombian peso|Colombian pesos
PEN|sol|soles|centimo|centimos
€ EUR|euro|euros|cent|cents
£ GBP|pound|pounds|penny|pence
¥ JP¥ JPY|yen|yen
CN¥ CNY RMB|yuan|yuan
CHF|Swiss franc|Swiss francs|centime|centimes
₹ INR Rs Rs.|rupee|rupees|paisa|paise
PKR|Pakistani rupee|Pakistani rupees|paisa|paise
LKR|Sri Lankan rupee|Sri Lankan rupees|cent|cents
BDT ৳|taka|taka|poisha|poisha
₽ RUB|ruble|rubles|kopeck|kopecks
₴ UAH|hryvnia|hryvnias|kopeck|kopecks
₩ KRW|won|won
₪ ILS NIS|shekel|shekels|agora|agorot
₺ TRY|lira|lira|kurush|kurush
₦ NGN|naira|naira|kobo|kobo
₱ PHP|peso|pesos|centavo|centavos
฿ THB|baht|baht|satang|satang
₫ VND|dong|dong
₡ CRC|colon|colones
₲ PYG|guarani|guaranis
₵ GHS|cedi|cedis|pesewa|pesewas
₸ KZT|tenge|tenge
₼ AZN|manat|manat
₾ GEL|lari|lari
kr kr.|krone|kroner
SEK|Swedish krona|Swedish kronor
NOK|Norwegian krone|Norwegian kroner
DKK|Danish krone|Danish kroner
ISK|Icelandic krona|Icelandic kronur
zł PLN|zloty|zlotys|grosz|groszy
Kč CZK|koruna|korunas
HUF|forint|forints
RON|leu|lei|ban|bani
BGN|lev|leva|stotinka|stotinki
RSD|dinar|dinars
ZAR|rand|rand|cent|cents
KES|Kenyan shilling|Kenyan shillings
EGP|Egyptian pound|Egyptian pounds
AED|dirham|dirhams|fils|fils
SAR|riyal|riyals
QAR|Qatari riyal|Qatari riyals
KWD|Kuwaiti dinar|Kuwaiti dinars
IDR Rp Rp.|rupiah|rupiah
MYR RM|ringgit|ringgit|sen|sen
₿ BTC XBT|bitcoin|bitcoin
ETH|ether|ether
DOGE|dogecoin|dogecoin
USDT|tether|tether
`

const ENTRIES: readonly (readonly [string, Currency])[] = TABLE.split('\n')
  .filter((line) => line !== '')
  .flatMap((line) => {
    const [marks = '', one = '', many = '', centOne, centMany] = line.split('|')
    const currency =
      centOne === undefined || centMany === undefined
        ? { one, many }
        : { one, many, cent: { one: centOne, many: centMany } }
    return marks.split(' ').map((mark) => [mark, currency] as const)
  })
const CURRENCIES: ReadonlyMap<string, Currency> = new Map(ENTRIES)

/** Currency signs, as the inside of a character class. */
export const SIGNS = '$€£¥₹₽₴₩₪₺₦₱฿₫₡₲₵₸₼₾₿৳'

/** By mark or code: `US$`, `US $`, `EUR`. */
export const currencyOf = (mark: string): Currency | undefined => CURRENCIES.get(mark.replaceAll(' ', ''))

/** The letters that marks and codes of currencies start with, in lower case. */
export const CURRENCY_LETTERS: ReadonlySet<string> = new Set(
  ENTRIES.flatMap(([mark]) => /^[A-Za-z]{1,4}/.exec(mark)?.[0].toLowerCase() ?? []),
)
