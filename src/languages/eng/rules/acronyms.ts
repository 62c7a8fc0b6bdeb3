/**
 * Initialisms that are said as words, in lower case: a word alone is said as it is written, one with `=` as what follows
 * (`_` stands for a space, capitals are letters).
 */
const SAID = `
aids anova ansi=ansee apec appa arpa ascii=askey asean asus awacs awol bart bios bogo bupa cad caf cal cam captcha cat cern cobol cobra coda
coppa covid cpap=C_pap crud darpa defra dicom dos dram=D_ram ebitda eeprom=E_E_prom epcot eprom=E_prom erisa esop esrb=E_S_R_B eula faang fafsa
fara fema fica fico fifa finra fips foia=foya fomo fortran fufa gaap=gap gatt gerd gif gnu goat gui=gooey heloc hipaa=hippa hippa hud iaas=I_as
iata icann icao imap=I_map ikea isis jpeg=jay_peg jpegs=jay_pegs jpg=jay_peg json=jason jsonl=jason_L lan laser lasik latam lego loran mach
mems merv mensa midi mimo mips moma mpeg=em_peg mrsa=mersa nafta nasa nascar nasdaq nato nerf nimby nicu=nick_you noaa=noah nomad norad ofcom ofsted oled=O_led
amoled=am_O_led qled=Q_led opec opex capex osha paas=pass pac pemdas peta picu=pick_you pin pip potus flotus scotus radar raid ram rem rest rofl rom roth
saas=sass sada salt saml=sammel sars sata scada scsi=scuzzy scuba sim sims sonar spac spca=S_P_C_A sram=S_ram stem swat swift taser ted tiff toefl=toe_full
uefa unesco unicef unix vat voip=voyp vram=V_ram wan wasp wysiwyg=wizzy_wig xaml=zammel yaml=yammel yolo yuppie zip
aaa=triple_A ncaa=N_C_double_A naacp=N_double_A_C_P ieee=I_triple_E usaa=U_S_double_A hvac=H_vac lifo fifo tarp tanf medpac cares nice snap
ihop=I_hop toml=tommel wav=wave lsat=L_sat mcat=M_cat gmat=G_mat cisa=sissa ciso=see_so nvme=N_V_M_E bipap=bye_pap dexa nsaid=N_said nsaids=N_saids rotc=R_O_T_C ppaca=P_P_A_C_A lidar soweto nola soho dumbo ucas=you_cass mbox
`

const entries = SAID.trim()
  .split(/\s+/)
  .map((entry): [string, string] => {
    const [word = '', reading = word] = entry.split('=')
    return [word, reading.replaceAll('_', ' ')]
  })

/** How initialisms are said that are said as words: `json` → `jason`. */
export const ACRONYMS_SAID: ReadonlyMap<string, string> = new Map(entries)
