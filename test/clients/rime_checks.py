"""Rime's SDK, over gRPC with TLS."""

import asyncio
import io
import os
import ssl
import wave
from collections.abc import AsyncIterator, Iterable
from urllib.parse import urlsplit

import checks
import httpx
from rimelabs_sdk import AudioFormat, PronunciationEntry, Rime, RimeAuthenticationError, RimeInputError

PCM_RATE = 24000
ENDPOINT = f"localhost:{urlsplit(checks.URL).port}"


def rime(key: str = checks.KEY, model: str = "coda") -> Rime:
    return Rime(api_key=key, model=model, endpoint=ENDPOINT)


async def pieces_of(texts: Iterable[str], pause_s: float = 0) -> AsyncIterator[str]:
    """Words, as a language model writes them, with a pause between the texts."""
    for i, text in enumerate(texts):
        if i > 0:
            await asyncio.sleep(pause_s)
        for word in text.split(" "):
            yield word + " "


async def seconds_of(stream) -> float:
    samples = 0
    async for chunk in stream:
        samples += len(chunk) // 2
    return samples / PCM_RATE


async def turns() -> None:
    async with rime() as client:
        assert "en" in await client.languages.list()
        assert "clementine" in await client.voices.list("en")
        for text in checks.TURNS:
            checks.check_seconds(await seconds_of(client.tts.stream(pieces_of([text]))), text)
        wav = await client.tts.synthesize_to_buffer(checks.TURNS[0], audio_format=AudioFormat.WAV, voice="luna")
        assert wave.open(io.BytesIO(wav)).getframerate() == PCM_RATE
        entry = PronunciationEntry("sentence", '" k { S')
        own = client.tts.synthesize(checks.TURNS[0], custom_lexicon=[entry])
        checks.check_seconds(await seconds_of(own), checks.TURNS[0])
        # The same port speaks HTTP/1.1 to those that do not ask for HTTP/2.
        trusted = ssl.create_default_context(cafile=os.environ["GRPC_DEFAULT_SSL_ROOTS_FILE_PATH"])
        async with httpx.AsyncClient(verify=trusted) as https:
            body = {"text": checks.TURNS[0], "speaker": "luna", "modelId": "coda", "samplingRate": PCM_RATE}
            headers = {"authorization": f"Bearer {checks.KEY}", "accept": "audio/pcm"}
            answer = await https.post(f"https://{ENDPOINT}/v1/rime-tts", json=body, headers=headers, timeout=60)
            assert answer.http_version == "HTTP/1.1", answer.http_version
            checks.check_seconds(len(answer.content) / 2 / PCM_RATE, checks.TURNS[0])
        try:
            await seconds_of(client.tts.synthesize(checks.TURNS[0], voice="nobody"))
        except RimeInputError as error:
            assert str(error) == "Speaker not found" and error.request_id
        else:
            raise AssertionError("an unknown voice has spoken")


async def pause() -> None:
    async with rime() as client:
        texts = [checks.BEFORE_PAUSE, checks.AFTER_PAUSE]
        spoken = await seconds_of(client.tts.stream(pieces_of(texts, checks.PAUSE_S)))
        checks.check_seconds(spoken, "".join(texts))


async def barge_in() -> None:
    async with rime() as client:
        undisturbed = await seconds_of(client.tts.synthesize(checks.TURNS[1]))
        for _ in range(3):
            stream = client.tts.synthesize(checks.INTERRUPTED)
            await anext(aiter(stream))
            await stream.cancel()
            checks.check_undisturbed(await seconds_of(client.tts.synthesize(checks.TURNS[1])), undisturbed)


async def long_text() -> None:
    async with rime() as client:
        checks.check_seconds(await seconds_of(client.tts.synthesize(checks.LONG)), checks.LONG)


async def word_times() -> None:
    async with rime(model="mistv3") as client:
        stream = client.tts.synthesize(checks.TURNS[1], timestamps=True)
        seconds = await seconds_of(stream)
        result = await stream.timestamps()
        assert result.status.code == 0
        # Words as they are read, without punctuation.
        text = checks.TURNS[1].replace(".", "")
        checks.check_words([(span.text, span.start) for span in result.spans], text, seconds)


async def wrong_key() -> None:
    async with rime(checks.WRONG_KEY) as client:
        for attempt in (client.voices.list(), seconds_of(client.tts.synthesize("Hello."))):
            try:
                await attempt
            except RimeAuthenticationError as error:
                assert "invalid api key" in str(error)
            else:
                raise AssertionError("the key was accepted")


CLIENT = ("Rime Python, gRPC", "rimelabs-sdk")

asyncio.run(
    checks.run(
        [
            (*CLIENT, "turns", turns),
            (*CLIENT, "pause", pause),
            (*CLIENT, "barge-in", barge_in),
            (*CLIENT, "long text", long_text),
            (*CLIENT, "word times", word_times),
            (*CLIENT, "wrong key", wrong_key),
        ]
    )
)
