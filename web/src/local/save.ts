// A log of this device as a file.
import { device } from "./device";

export async function saveLog(code: string): Promise<void> {
    const text = await device.ask<string>({ ask: "log", code });
    const address = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = `holm-${code}.jsonl`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
