/// Names of currencies, because some exchanges send only codes. The table has mostly currencies of
/// Blockchain.com, coins that are traded much on other exchanges, and common money of countries.
enum CurrencyNames {
  static let all: [String: String] = Dictionary(
    table.split(separator: "\n").map { line in
      let code = line.prefix { $0 != " " }
      return (String(code), String(line.dropFirst(code.count + 1)))
    }, uniquingKeysWith: { first, _ in first })

  private static let table = """
    1000CAT 1,000 CAT
    1000CHEEMS 1,000 CHEEMS
    1000SATS 1,000 SATS
    1INCH 1inch
    1MBABYDOGE 1,000,000 BABYDOGE
    2Z DoubleZero
    0G 0G
    A Vaulta
    AAVE Aave
    ACH Alchemy Pay
    ADA Cardano
    AERO Aerodrome Finance
    AEVO Aevo
    AGLD Adventure Gold
    AI Gensyn
    AI.binance Sleepless AI
    AIOZ AIOZ Network
    AKT Akash Network
    ALCX Alchemix
    ALGO Algorand
    ALICE My Neighbor Alice
    ALPHA Stella
    ALT AltLayer
    AMP Amp
    ANKR Ankr
    ANT Aragon
    APE ApeCoin
    API3 API3
    APT Aptos
    AR Arweave
    ARB Arbitrum
    ARKM Arkham
    ASTER Aster
    ASTR Astar
    ATOM Cosmos
    AUD Australian Dollar
    AUDIO Audius
    AVAX Avalanche
    AVNT Avantis
    AXL Axelar
    AXS Axie Infinity
    BABY Babylon
    BADGER Badger DAO
    BAL Balancer
    BAND Band
    BAT Basic Attention Token
    BCH Bitcoin Cash
    BEAM Beam
    BEAM.binance Beam (privacy coin)
    BERA Berachain
    BICO Biconomy
    BIGTIME Big Time
    BIO Bio Protocol
    BLUR Blur
    BNB BNB
    BNT Bancor
    BOB BOB
    BOB.cash Boliviano
    BOME Book of Meme
    BONK Bonk
    BRL Brazilian Real
    BSV Bitcoin SV
    BTC Bitcoin
    BTT BitTorrent
    BTT.binance BitTorrent (old)
    BUSD Binance USD
    C98 Coin98
    CAD Canadian Dollar
    CAKE PancakeSwap
    CELO Celo
    CELR Celer Network
    CEUR Celo Euro
    CFX Conflux
    CHF Swiss Franc
    CHR Chromia
    CHZ Chiliz
    CKB Nervos Network
    CLOUT BitClout (old)
    COMP Compound
    COTI COTI
    COW CoW Protocol
    CRO Cronos
    CRV Curve DAO Token
    CTSI Cartesi
    CUSD Celo Dollar
    CVC Civic
    CVX Convex Finance
    DAI Dai
    DASH Dash
    DATA Story
    DCR Decred
    DENT Dent
    DESO Decentralized Social
    DGB DigiByte
    DGLD Digital Gold
    DOGE Dogecoin
    DOGS Dogs
    DOT Polkadot
    DYDX dYdX
    DYM Dymension
    EFI Efinity
    EGLD MultiversX
    EIGEN EigenLayer
    ENA Ethena
    ENJ Enjin Coin
    ENS Ethereum Name Service
    EOS EOS (old)
    ETC Ethereum Classic
    ETH Ethereum
    ETHFI ether.fi
    ETHW EthereumPoW
    EUR Euro
    EURC EURC
    EURR Euro Coin
    EURT Tether Euro
    FARTCOIN Fartcoin
    FDUSD First Digital USD
    FET Artificial Superintelligence Alliance
    FIL Filecoin
    FLOKI Floki
    FLOW Flow
    FLR Flare
    FORTH Ampleforth Governance
    FRAX Frax
    FTM Fantom (old)
    FTT FTX Token
    FUN FUNToken
    FUN.kraken Sport.fun
    FXS Frax Share (old)
    G Gravity
    GAL Galxe (old)
    GALA Gala
    GBP Pound Sterling
    GLM Golem
    GLMR Moonbeam
    GMT GMT
    GMX GMX
    GNO Gnosis
    GODS Gods Unchained
    GRAM Gram
    GRT The Graph
    GST Green Satoshi Token
    GUSD Gemini Dollar
    HBAR Hedera
    HEI Heima
    HMSTR Hamster Kombat
    HNT Helium
    HOT Holo
    HYPE Hyperliquid
    ICP Internet Computer
    ICX ICON
    ILV Illuvium
    IMX Immutable
    INJ Injective
    INR Indian Rupee
    IO io.net
    IOTA IOTA
    IOTX IoTeX
    IP Story (old)
    JASMY JasmyCoin
    JPY Japanese Yen
    JTO Jito
    JUP Jupiter
    KAIA Kaia
    KAITO Kaito
    KAS Kaspa
    KAVA Kava
    KDA Kadena
    KLAY Klaytn (old)
    KMNO Kamino
    KNC Kyber Network Crystal
    KRW South Korean Won
    KSM Kusama
    LAYER Solayer
    LDO Lido DAO
    LEND Aave (old)
    LEO UNUS SED LEO
    LINEA Linea
    LINK Chainlink
    LIT Lighter
    LPT Livepeer
    LQTY Liquity
    LRC Loopring
    LSK Lisk
    LTC Litecoin
    LUNA Terra 2
    LUNC Terra Classic
    MAGIC Treasure
    MANA Decentraland
    MANTA Manta Network
    MANTRA MANTRA
    MASK Mask Network
    MATIC Polygon (old)
    ME Magic Eden
    MEW cat in a dogs world
    MINA Mina
    MKR Maker
    MNT Mantle
    MNT.cash Tugrik
    MORPHO Morpho
    MOVE Movement
    MXN Mexican Peso
    NEAR NEAR Protocol
    NEIRO Neiro
    NEO Neo
    NEXO Nexo
    NMR Numeraire
    NOT Notcoin
    NTRN Neutron
    OCEAN Ocean Protocol
    OGN Origin Token
    OM MANTRA (old)
    OMG OMG Network
    OMNI Omni Layer
    OMNI.kraken Omni Network
    ONDO Ondo
    ONE Harmony
    ONT Ontology
    OP Optimism
    ORCA Orca
    ORDI ORDI
    OSMO Osmosis
    PAX Pax Dollar (old)
    PAXG PAX Gold
    PENDLE Pendle
    PENGU Pudgy Penguins
    PEOPLE ConstitutionDAO
    PEPE Pepe
    PERP Perpetual Protocol
    PLUME Plume
    PNUT Peanut the Squirrel
    POL Polygon
    POPCAT Popcat
    POWR Powerledger
    PROS Pharos
    PROS.binance Prosper
    PUMP Pump.fun
    PYTH Pyth Network
    PYUSD PayPal USD
    QNT Quant
    QTUM Qtum
    RAD Radworks
    RARE SuperRare
    RARI Rarible
    RAY Raydium
    RED RedStone
    RENDER Render
    REP Augur
    REPV1 Augur (old)
    REQ Request
    RIF Rootstock Infrastructure Framework
    RLC iExec RLC
    RLUSD Ripple USD
    RNDR Render (old)
    RON Ronin
    RON.cash Romanian Leu
    RPL Rocket Pool
    RSR Reserve Rights
    RUNE THORChain
    RVN Ravencoin
    S Sonic
    SAFE Safe
    SAGA Saga
    SAND The Sandbox
    SC Siacoin
    SCR Scroll
    SCR.cash Seychelles Rupee
    SCRT Secret
    SEI Sei
    SHIB Shiba Inu
    SKL SKALE
    SKY Sky
    SLP Smooth Love Potion
    SNT Status
    SNX Synthetix
    SOL Solana
    SPELL Spell Token
    SPK Spark
    SPX SPX6900
    SSV ssv.network
    STG Stargate Finance
    STORJ Storj
    STRK Starknet
    STX Stacks
    SUI Sui
    SUP Superp
    SUP.coinbase Superfluid
    SUPER SuperVerse
    SUSHI SushiSwap
    SXP Solar
    SYRUP Maple Finance
    T Threshold
    TAO Bittensor
    TFUEL Theta Fuel
    THETA Theta Network
    TIA Celestia
    TNSR Tensor
    TON Toncoin (old)
    TRAC OriginTrail
    TRB Tellor
    TRUMP Official Trump
    TRX TRON
    TRY Turkish Lira
    TURBO Turbo
    TUSD TrueUSD
    TWT Trust Wallet Token
    U Union
    U.binance United Stables
    UMA UMA
    UNI Uniswap
    USD US Dollar
    USDC USD Coin
    USDD Decentralized USD
    USDE Ethena USDe
    USDG Global Dollar
    USDP Pax Dollar
    USDS USDS
    USDT Tether
    UST TerraUSD (old)
    USTC TerraClassicUSD
    VANA Vana
    VELO Velo
    VELODROME Velodrome Finance
    VET VeChain
    VIC Viction
    VIRTUAL Virtuals Protocol
    VTHO VeThor Token
    W Wormhole
    WAVES Waves
    WBTC Wrapped Bitcoin
    WBT WhiteBIT Coin
    WDGLD Wrapped Digital Gold
    WIF dogwifhat
    WLD Worldcoin
    WLFI World Liberty Financial
    WLUNA Wrapped Luna
    WOO WOO
    XAUT Tether Gold
    XCN Onyxcoin
    XDC XDC Network
    XEC eCash
    XEM NEM
    XLM Stellar
    XMR Monero
    XNO Nano
    XPL Plasma
    XRP XRP
    XTZ Tezos
    YFI yearn.finance
    YGG Yield Guild Games
    ZEC Zcash
    ZEN Horizen
    ZETA ZetaChain
    ZIL Zilliqa
    ZK ZKsync
    ZORA Zora
    ZRO LayerZero
    ZRX 0x Protocol
    """
}
